// The TypeScript client, version 2. MODE is its way to agree on a revision: `legacy` (its default), or `auto`.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { report, serverCommand, serverUrl } from './report.mjs';

const mode = process.argv[2];
const client = new Client({ name: 'ts-v2', version: '1' }, { versionNegotiation: { mode } });
const url = serverUrl();
const transport = url ? new StreamableHTTPClientTransport(url) : new StdioClientTransport(serverCommand());
await report(client, transport, () => client.getNegotiatedProtocolVersion());
