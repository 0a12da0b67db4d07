// The TypeScript SDK, version 1: it speaks the handshake revisions only.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { report, serverCommand, serverUrl } from './report.mjs';

class Transport extends StdioClientTransport {
  setProtocolVersion(revision) {
    this.revision = revision;
  }
}

class HttpTransport extends StreamableHTTPClientTransport {
  setProtocolVersion(revision) {
    super.setProtocolVersion(revision);
    this.revision = revision;
  }
}

const url = serverUrl();
const transport = url ? new HttpTransport(url) : new Transport(serverCommand());
await report(new Client({ name: 'ts-v1', version: '1' }), transport, () => transport.revision);
