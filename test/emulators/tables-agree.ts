import { readCommandLine } from '../../bin/command-line.ts';
import { disagreement } from '../../local/test/helpers/agreement/agreement.ts';
import { binary, startBinary } from '../../local/test/helpers/agreement/binary.ts';
import { own } from '../../local/test/helpers/agreement/own.ts';

readCommandLine({
  usage: `npm run check:outside -- tables-agree [count] [first]

Compares the local engine with the dynoxide binary.`,
  words: 'any',
});

// Random commands on the engine of local/ and on a binary that others wrote: `npm run check:outside -- tables-agree [SEEDS] [FIRST]`.
// A seed is fifty commands; the first that the two answer differently is printed.

/** The most characters of each answer that are printed, since a stream is long. */
const shown_max = 4_000;

const [count = 1_000, first = 1] = process.argv.slice(2).map(Number);
const path = binary();
if (path === undefined) {
  console.error(
    'npm run check:outside -- tables-agree takes the binary of @dynoxide/linux-x64, which runs on Linux x64.',
  );
  process.exit(1);
}
const other = await startBinary(path);
let different = 0;
for (let seed = first; seed < first + count; seed++) {
  const found = await disagreement(own(), other, seed);
  if (!found) continue;
  different += 1;
  console.error(JSON.stringify(found).slice(0, shown_max));
}
await other.stop();
console.log(`${count} seeds from ${first}, ${different} with different answers`);
if (different > 0) process.exitCode = 1;
