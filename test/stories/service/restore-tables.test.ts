import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { awsFile, writeWhole } from '../../../local/files.ts';
import { listening } from '../../../local/listening.ts';
import { type Script, startScript } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { startTimeScaled } from '../../helpers/time-scaled.ts';

const local = await startTimeScaled();
const folder = mkdtempSync(join(tmpdir(), 'restore-'));
after(async () => {
  await local.stop();
  rmSync(folder, { recursive: true });
});

/** Runs before a call of the command reaches AWS; 'lost': the answer to the call is lost. */
let before: (operation: string) => unknown = () => undefined;

/** What the command calls: the endpoint of the machine, with tests in between, since no fault hits the operator. */
const endpoint = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const body = await buffer(request);
  const isLost = (await before(String(headers['x-amz-target']).split('.').at(-1) ?? '')) === 'lost';
  const { host: _, connection: __, 'content-length': ___, ...sent } = headers as Record<string, string>;
  const init = { method, headers: sent, ...(method !== 'GET' && { body }) };
  const answer = await fetch(`${local.endpoint}${url}`, init);
  const text = Buffer.from(await answer.arrayBuffer());
  if (isLost) return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
});
const { port, stop } = await listening(endpoint, 0);
after(stop);
writeWhole(awsFile(join(folder, '.local')), {
  ...{ endpoint: `http://127.0.0.1:${port}`, pid: process.pid, ...local.operator },
});

const start = (...words: string[]): Script =>
  startScript('bin/restore.ts', [...words, '--environment', 'sandbox'], folder);
const run = async (...words: string[]) => {
  const script = start(...words);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};
const record = () => JSON.parse(readFileSync(join(folder, '.restore/sandbox-local.json'), 'utf8'));

const [sweeper = ''] = local.schedules.rules;
const states = () => ({
  mappings: local.mappings.list().map(({ state }) => state),
  schedules: local.schedules.list('eu-west-1').map(({ enabled }) => enabled),
});

test('switch off ends everything that writes, and switch on sets back exactly what was', async () => {
  const tenant = await aTenant(local);
  const statusOf = async () =>
    (await fetch(`${tenant.baseUrl}accounts`, { headers: { 'api-key': tenant.secret_key } })).status;
  assert.equal(await statusOf(), 200);
  const early = await run('switch', 'on');
  assert.deepEqual([early.code, early.stderr.includes('Nothing is recorded')], [1, true], early.stderr);
  // One was off before: it stays so.
  local.schedules.enable(sweeper, false);
  const was = states();

  const first = start('switch', 'off');
  before = (operation) => operation === 'DisableRule' && first.child.kill('SIGKILL');
  await first.ended;
  before = () => undefined;
  assert.equal(await statusOf(), 429, 'callers come first');
  assert.ok(!('off_since' in record()));
  const kept = record().parts;
  const second = await run('switch', 'off');
  assert.equal(second.code, 0, second.stderr);
  assert.deepEqual(record().parts, kept, 'what the first has found');
  assert.ok(record().off_since);
  assert.deepEqual([...new Set(states().mappings)], ['Disabled']);
  assert.deepEqual([...new Set(states().schedules)], [false]);

  const back = await run('switch', 'on');
  assert.equal(back.code, 0, back.stderr);
  assert.deepEqual(states(), was);
  assert.equal(await statusOf(), 200);
  assert.throws(record, { code: 'ENOENT' });
  local.schedules.enable(sweeper, true);
  await until(() => states().mappings.every((state) => state === 'Enabled'));
});
