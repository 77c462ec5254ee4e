import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCommandLine } from '../../bin/command-line.ts';
import { openCore } from '../../local/dynamodb/engine/core.ts';
import { serveCore } from '../../local/dynamodb/engine/http.ts';
import { run } from '../helpers/programs.ts';

readCommandLine({
  usage: `npm run check:outside -- parity <folder>

Runs the conformance suite of DynamoDB on the local engine.`,
  words: 'any',
});

// The public conformance suite of DynamoDB (github.com/nubo-db/dynamodb-conformance), whose answers were recorded from AWS, on
// the engine of local/: `npm run check:outside -- parity FOLDER`, where the folder is a clone in which `npm install` was run.

/** The operations that the engine refuses by name. No other folder is left out. */
const leftOut: readonly { readonly folder: string; readonly reason: string }[] = [
  { folder: 'tier1/updateTable', reason: 'A table keeps the definition that it was made with.' },
  { folder: 'tier2/updateTable', reason: 'The same, of the indexes of a table.' },
  { folder: 'tier2/partiql', reason: 'The service speaks no PartiQL.' },
  { folder: 'tier2/tags', reason: 'CloudFormation sets tags, and nothing here reads them.' },
  { folder: 'tier3/legacy-api', reason: 'Parameters that expressions have replaced.' },
];

const [given] = process.argv.slice(2);
const folder = resolve(given ?? '.');
const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
if (given === undefined || !existsSync(vitest)) {
  console.error(
    'npm run check:outside -- parity takes a clone of github.com/nubo-db/dynamodb-conformance in which `npm install` was run.',
  );
  process.exit(1);
}

type Results = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

const core = openCore();
const served = await serveCore(core, 0);
const scratch = mkdtempSync(join(tmpdir(), 'parity-'));
const output = join(scratch, 'results.json');
const exclude = leftOut.flatMap((one) => ['--exclude', `tests/${one.folder}/**`]);
const env = { DYNAMODB_ENDPOINT: `http://127.0.0.1:${served.port}` };
// It ends with 1 where a test fails, which the results say by name.
await run(
  process.execPath,
  [vitest, 'run', '--reporter=json', `--outputFile=${output}`, ...exclude],
  {
    cwd: folder,
    env,
  },
).catch((error) => {
  if (!existsSync(output)) throw error;
});
await served.stop();
core.close();
const { testResults }: Results = JSON.parse(readFileSync(output, 'utf8'));
rmSync(scratch, { recursive: true });

const folders = new Map<string, { passed: number; all: number }>();
let failed = 0;
for (const { name, assertionResults } of testResults) {
  const [, of = ''] = /tests[\\/](tier\d[\\/][^\\/]+)/.exec(name) ?? [];
  const counts = folders.get(of) ?? { passed: 0, all: 0 };
  folders.set(of, counts);
  for (const { status, fullName, failureMessages = [] } of assertionResults) {
    counts.all += 1;
    if (status === 'passed') counts.passed += 1;
    else {
      failed += 1;
      console.error(`${fullName}: ${failureMessages[0]?.split('\n')[0] ?? status}`);
    }
  }
}
for (const [of, { passed, all }] of [...folders].toSorted())
  console.log(`${of.padEnd(30)}${passed} of ${all}`);
for (const one of leftOut) console.log(`${one.folder.padEnd(30)}left out: ${one.reason}`);
assert.ok(folders.size > 0, 'the suite has no tests');
assert.equal(failed, 0, 'tests that fail');
