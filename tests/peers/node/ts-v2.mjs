// The TypeScript client, version 2. MODE is its way to agree on a revision: `legacy` (its default), or `auto`.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { report, serverCommand } from './report.mjs';

const mode = process.argv[2];
const client = new Client({ name: 'ts-v2', version: '1' }, { versionNegotiation: { mode } });
await report(client, new StdioClientTransport(serverCommand()), () => client.getNegotiatedProtocolVersion());
