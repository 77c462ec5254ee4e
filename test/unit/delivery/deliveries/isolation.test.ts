import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from '../../../helpers/tests.ts';

type Measured = {
  readonly beside: string;
  readonly deliveries: number;
  readonly p99: number;
  readonly attempts: number;
};

/** In simulated time, in which no processor is ever busy: what is left is who waits for whom. */
test('healthy endpoints keep their pace beside one that answers nobody and a business that floods', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'test/simulator/run.ts',
    '--isolation',
    '15',
  ]);
  const all = stdout.trim().split('\n');
  const [alone = assert.fail(), ...others] = all.map((line): Measured => JSON.parse(line));
  assert.deepEqual(
    [alone.beside, others.map(({ beside }) => beside)],
    ['alone', ['dead', 'loud', 'both']],
  );
  assert.ok(alone.deliveries > 150, `${alone.deliveries}`);
  for (const { beside, deliveries, p99, attempts } of others) {
    assert.equal(deliveries, alone.deliveries, beside);
    assert.ok(p99 <= 2 * alone.p99, `${beside}: ${p99} ms, alone ${alone.p99} ms`);
    // Two that wait, what comes until that is noted, and one after the other until its breaker opens.
    assert.ok(attempts <= 10, `${beside}: ${attempts} attempts`);
  }
});
