import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, test } from '../../../helpers/tests.ts';
import { guards } from '../../../simulator/guards.ts';

const run = promisify(execFile);

/** In a process of its own, since it takes time and chance away from everything else there. */
const simulate = (...args: readonly string[]): Promise<string> =>
  run(process.execPath, ['test/simulator/run.ts', ...args]).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );

const tracesOf = (said: string): string[] =>
  /traces ([\d ]+)/.exec(said)?.[1]?.trim().split(' ') ?? assert.fail(said);

describe('the simulated pipeline', () => {
  // Within these seeds the simulation misses each broken guard that it misses within thirty. The soak goes through many more.
  const seeds = [16, 5, 4, 3, 2, 1];

  test('loses nothing and does nothing twice in whatever six seeds bring, and repeats each to the last step', async () => {
    const [another, last] = tracesOf(await simulate('--only', seeds.join()));
    assert.deepEqual(tracesOf(await simulate('--only', '1')), [last]);
    assert.notEqual(another, last);
  });

  test('has guards that stand where they are said to, once', async () => {
    for (const { name, file, text } of guards) {
      const source = await readFile(
        new URL(`../../../../functions/${file}`, import.meta.url),
        'utf8',
      );
      assert.equal(source.split(text).length, 2, name);
    }
  });

  // More than a recovery takes at once.
  test('brings back what a webhook missed that was disabled for a day, over three dead processes', async () => {
    assert.match(
      await simulate('--disabled-day', '120'),
      /^120 missed and 12 paused came back in 13\d requests, three /,
    );
  });

  test('shows what goes wrong where a guard is broken', async () => {
    const [{ name } = assert.fail()] = guards;
    assert.match(
      await simulate('--guard', name, '--seeds', '30'),
      /^seed \d+ fails: npm run simulate -- --seeds 1 --from \d+\n/m,
    );
  });
});
