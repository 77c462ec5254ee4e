import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { onUnix } from '../../local/test/helpers/processes.ts';

const blocks = [
  ...readFileSync('docs/start/walk-through.md', 'utf8').matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block = '']) => block);
/** The blocks after the one that starts the receiver. */
const waiting = blocks.slice(blocks.findIndex((block) => block.includes('receiver=$!')) + 1);

const folder = mkdtempSync(join(tmpdir(), 'walk-through-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * Answers as the service does for a delivery whose attempts are counted in a file; a resend makes one more. A field is found by
 * its name, without a start of Node each time.
 */
const service = `cd ${folder}
post() { case $1 in */resend) echo $(($(cat attempts) + 1)) > attempts;; esac; echo '{"status":"pending"}'; }
get() { echo "{\\"data\\":[{\\"id\\":\\"d\\",\\"status\\":\\"$status\\"}],\\"attempts_made\\":$(cat attempts)}"; }
curl() { :; }
pick() { sed -E "s/.*\\"\${1##*.}\\":\\"?([^\\",}]*).*/\\\\1/"; }
sleep 60 > attempts.log & receiver=$!
`;

/** Runs the blocks that wait; a signal ended those that did not end by themselves. */
const run = (before: string) =>
  spawnSync('bash', ['-c', `${service}${before}\n${waiting.join('\n')}\necho walked`], {
    encoding: 'utf8',
    timeout: 30_000,
  });

test('the blocks are one script in bash', onUnix, () => {
  assert.ok(blocks.length > 10);
  execFileSync('bash', ['-n'], { input: blocks.join('\n') });
});

for (const attempts of [1, 2, 3, 7])
  test(
    `the blocks end where the delivery has ${attempts} attempts before it is sent again`,
    onUnix,
    () => {
      const { signal, stdout } = run(`status=succeeded; echo ${attempts} > attempts`);
      assert.deepEqual([signal, stdout.trim().split('\n').at(-1)], [null, 'walked']);
    },
  );

test('the blocks end where the receiver has ended', onUnix, () => {
  const { signal, stdout } = run(
    'status=pending; echo 1 > attempts; kill $receiver; wait $receiver',
  );
  assert.deepEqual([signal, stdout.trim().split('\n').at(-1)], [null, 'walked']);
});
