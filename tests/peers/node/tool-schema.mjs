// What the TypeScript SDK's own schema of a tool says of each tool of a list: JSON on standard input.

import { readFileSync } from 'node:fs';
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';

const tools = JSON.parse(readFileSync(0, 'utf8'));
const faults = tools.map((tool) => {
  const read = ToolSchema.safeParse(tool);
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('/')}: ${issue.message}`);
});
process.stdout.write(JSON.stringify(faults));
