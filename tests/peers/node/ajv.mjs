// Compiles each schema that stands on standard input, and writes what ajv says of those that do not compile.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const { words, schemas } = JSON.parse(readFileSync(0, "utf8"));
const ajv = new Ajv2020({ allErrors: true });
addFormats(ajv);
ajv.addVocabulary(words);
for (const schema of Object.values(schemas)) {
  if (schema.$id) ajv.addSchema(schema);
}
const said = {};
for (const [name, schema] of Object.entries(schemas)) {
  try {
    if (schema.$id) ajv.getSchema(schema.$id) ?? ajv.compile(schema);
    else ajv.compile(schema);
  } catch (error) {
    said[name] = error.message;
  }
}
process.stdout.write(JSON.stringify(said));
