// The TypeScript SDK, version 1: it speaks the handshake revisions only.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { report, serverCommand } from './report.mjs';

class Transport extends StdioClientTransport {
  setProtocolVersion(revision) {
    this.revision = revision;
  }
}

const transport = new Transport(serverCommand());
await report(new Client({ name: 'ts-v1', version: '1' }), transport, () => transport.revision);
