import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onUnix } from '../../../local/test/helpers/processes.ts';
import { pathsOf } from '../../helpers/paths.ts';
import { isHere } from '../../helpers/programs.ts';
import { aBusiness } from '../../helpers/service.ts';
import { after, test } from '../../helpers/tests.ts';
import { sharedListening } from '../../world/listening/service.ts';

// The blocks of a page with `<!-- runs -->` are one script, in an empty folder that looks like that of the service.

const root = join(import.meta.dirname, '..', '..', '..');
const local = await sharedListening();

const blocksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```(?:sh|python)\n(.*?)^```$/gms)].map(
    ([, block = '']) => block,
  );

/** The blocks of the quickstart that read the key and define the shell functions of the guides. */
const [, reading = '', functions = '', ...quickstart] = blocksOf('docs/start/quickstart.md');
/** The answer of its request ends without a line break. */
const preamble = `${reading}echo\n${functions}`;

const folderOfService = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  after(() => rmSync(folder, { recursive: true }));
  const { baseUrl: base_url, secret_key } = await aBusiness(local);
  mkdirSync(join(folder, '.local'));
  const environments = { sandbox: { base_url, secret_key } };
  writeFileSync(join(folder, '.local', 'environment.json'), JSON.stringify(environments));
  for (const name of ['test', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  return folder;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Runs blocks one after another in a shell that ends at the first failure, and returns the printed lines. */
const run = async (blocks: readonly string[]): Promise<string[]> => {
  const port = await freePort();
  const script = blocks.join('\n').replaceAll(':4000', `:${port}`).replace('(4000,', `(${port},`);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: await folderOfService(),
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  return stdout.split('\n').map((line) => line.trim());
};

/** The words that a page promises. */
const promised: Readonly<Record<string, readonly string[]>> = {
  'docs/start/typescript.md': ['active', 'feature_not_active'],
  'docs/start/python.md': ['active', 'feature_not_active'],
  'docs/guides/features.md': ['requirements_due', 'feature_requirements_due'],
  'docs/guides/webhooks.md': ['whsec_', 'webhook.test', '2'],
  'docs/explain/idempotency.md': ['idempotent-replayed: true', 'idempotency_key_reused'],
  'docs/explain/events.md': ['customer.created'],
};

test('every page that says that its blocks run is run', () => {
  const marked = pathsOf('docs/**/*.md').filter((page) =>
    /^<!-- runs -->$/m.test(readFileSync(page, 'utf8')),
  );
  assert.deepEqual(marked.toSorted(), Object.keys(promised).toSorted());
});

for (const [page, words] of Object.entries(promised)) {
  const needsPython = page.endsWith('python.md');
  const skip = needsPython && !isHere('python3') ? 'python3 is not installed' : onUnix.skip;
  test(`the blocks of ${page} print what it says`, { skip }, async () => {
    const [first = '', ...rest] = blocksOf(page);
    const blocks = needsPython
      ? [`cat > first.py <<'END'\n${first}END`, ...rest]
      : [preamble, first, ...rest];
    const lines = await run(blocks);
    for (const word of words) assert.ok(lines.includes(word), `${word} in ${lines.join(' | ')}`);
  });
}

test('the blocks of the quickstart print what it says', onUnix, async () => {
  const lines = await run([preamble, ...quickstart]);
  for (const word of ['accepted', 'verified', 'active', 'true', 'frozen'])
    assert.ok(lines.includes(word), `${word} in ${lines.join(' | ')}`);
  assert.ok(lines.some((line) => line.startsWith('card.frozen card_')));
});
