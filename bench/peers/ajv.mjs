// Times JSON.parse and ajv, for the bench that started this process.
//
// Usage: node ajv.mjs SCHEMA PAYLOAD [SCHEMA PAYLOAD...]
// Says `ajv VERSION node VERSION` when it is ready; then each line `INDEX CALLS` on standard input is answered
// with the nanoseconds of the processor's time that one call took on average. Each payload must satisfy its schema.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const modules = process.env.GONOGO_NODE_MODULES ?? join(here, "node_modules");
const require = createRequire(join(modules, "from-here.js"));
const { Ajv2020 } = require("ajv/dist/2020.js");
const addFormats = require("ajv-formats").default;

const files = process.argv.slice(2);
const peers = [];
for (let at = 0; at < files.length; at += 2) {
  // A fresh instance a contract, as a server that compiles its contracts once would have; `strict` only warns
  // of words that are not JSON Schema's own.
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: false }));
  const validate = ajv.compile(JSON.parse(readFileSync(files[at], "utf8")));
  peers.push({ validate, text: readFileSync(files[at + 1], "utf8") });
}

// The compiler of JavaScript works while the code runs: what is timed is what it makes of it in the end.
const WARM_MS = 300;
for (const { validate, text } of peers) {
  const start = performance.now();
  while (performance.now() - start < WARM_MS) {
    validate(JSON.parse(text));
  }
}

const version = require("ajv/package.json").version;
console.log(`ajv ${version} node ${process.versions.node}`);

for await (const line of createInterface({ input: process.stdin })) {
  const [index, calls] = line.split(" ").map(Number);
  const { validate, text } = peers[index];
  let passed = true;
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    passed = validate(JSON.parse(text)) && passed;
  }
  const { user, system } = process.cpuUsage(start);
  if (!passed) {
    throw new Error(`payload ${index} was refused`);
  }
  console.log(((user + system) * 1000) / calls);
}
