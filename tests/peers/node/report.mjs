// What every harness here does: connect, list if asked to, call what it is told, and print one JSON report.
//
//     node HARNESS.mjs [MODE] -- (COMMAND [ARGUMENT…] | URL)  < {"list": true, "calls": [{"name": …, "arguments": …}]}
//
// The report is {"revision", "tools", "answers"}: an answer is {"result": …}, or {"error": {"code", "message"}} where
// the client threw.

export function serverCommand() {
  const [command, ...args] = process.argv.slice(process.argv.indexOf('--') + 1);
  return { command, args, env: process.env, stderr: 'ignore' };
}

export function serverUrl() {
  const { command } = serverCommand();
  return /^https?:/.test(command) ? new URL(command) : null;
}

export async function report(client, transport, revision) {
  const script = JSON.parse(await text(process.stdin));
  await client.connect(transport);
  const tools = script.list ? await everyPage(client) : null;
  const answers = [];
  for (const call of script.calls) {
    try {
      answers.push({ result: await client.callTool(call) });
    } catch (error) {
      answers.push({ error: { code: error.code ?? null, message: error.message } });
    }
  }
  process.stdout.write(JSON.stringify({ revision: revision(), tools, answers }) + '\n');
  await client.close();
}

async function everyPage(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

async function text(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
