// json-schema-diff in node: a line with two schemas comes in, a verdict goes out.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.argv[2], "any.js"));
const { diffSchemas } = require("json-schema-diff");

for await (const line of createInterface({ input: process.stdin })) {
  const [inner, outer] = JSON.parse(line);
  try {
    const { removalsFound } = await diffSchemas({ sourceSchema: inner, destinationSchema: outer });
    console.log(JSON.stringify(!removalsFound));
  } catch (error) {
    console.log(JSON.stringify(error.constructor.name));
  }
}
