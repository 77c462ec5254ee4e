import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readCommandLine } from './command-line.ts';
import { listedByGit } from './git.ts';
import { type Counts, countsOf, faultsAbove, faultsIn, lowered, rules } from './prose/rules.ts';

const usage = `npx node bin/lint-prose.ts [--lower]

Checks the prose of the documents and comments. bin/prose/allowed.json has the faults that a folder still may have; --lower writes
the counts of today where they are lower.`;

const { values } = readCommandLine({ usage, options: { lower: { type: 'boolean' } } });

const list = new URL('prose/allowed.json', import.meta.url);
const allowed: Counts = JSON.parse(readFileSync(list, 'utf8'));

const files = listedByGit().filter(
  (path) => /\.(md|[cm]?tsx?|mjs)$/.test(path) && existsSync(path),
);
const faults = files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')));

const limits = values.lower ? lowered(countsOf(faults), allowed) : allowed;
if (values.lower) {
  const sorted = Object.fromEntries(
    Object.entries(limits).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync(list, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

// Files changed last come first: one of them has the fault that is new.
const above = faultsAbove(faults, limits)
  .map((fault) => ({ fault, changed: statSync(fault.file).mtimeMs }))
  .toSorted((a, b) => b.changed - a.changed);
for (const { fault } of above.slice(0, 10))
  console.error(`${fault.file}:${fault.line}: ${rules[fault.rule]}\n    ${fault.text}`);
if (above.length > 10) console.error(`… and ${above.length - 10} more in these folders`);
if (above.length > 0) process.exitCode = 1;
