import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { restoredTables } from '../../../bin/ops/restore/tables.ts';
import { fanOutEvent, relayEvents } from '../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { awsFile, writeWhole } from '../../../local/files.ts';
import { listening } from '../../../local/listening.ts';
import { type Script, startScript } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint } from '../../helpers/an-endpoint.ts';
import { posted } from '../../helpers/call.ts';
import { anOrderedCard } from '../../helpers/fixtures/cards.ts';
import { aCustomer, individual } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { restoredAs } from '../../helpers/restored-tables.ts';
import { storedIn } from '../../helpers/tables.ts';
import { startTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await startTimeScaled();
const folder = mkdtempSync(join(tmpdir(), 'restore-'));
after(async () => {
  await local.stop();
  rmSync(folder, { recursive: true });
});

type Called = { readonly operation: string; readonly input: Any };

/** Runs before a call of the command reaches AWS; 'dropped': it never does; 'lost': the answer to it is lost. */
let before: (call: Called) => unknown = () => undefined;

/**
 * The command calls the endpoint of the machine, with tests in between, since no fault hits the
 * operator.
 */
const endpoint = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const body = await buffer(request);
  const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
  const fate = await before({
    operation,
    input: body.length > 0 ? JSON.parse(body.toString()) : {},
  });
  if (fate === 'dropped') return void response.destroy();
  const {
    host: _,
    connection: __,
    'content-length': ___,
    ...sent
  } = headers as Record<string, string>;
  const init = { method, headers: sent, ...(method !== 'GET' && { body }) };
  const answer = await fetch(`${local.endpoint}${url}`, init);
  const text = Buffer.from(await answer.arrayBuffer());
  if (fate === 'lost') return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
});
const { port, stop } = await listening(endpoint, 0);
after(stop);
writeWhole(awsFile(join(folder, '.local')), {
  endpoint: `http://127.0.0.1:${port}`,
  pid: process.pid,
  ...local.operator,
});

const start = (...words: string[]): Script =>
  startScript('bin/ops/restore.ts', [...words, '--environment', 'sandbox'], folder);
const run = async (...words: string[]) => {
  const script = start(...words);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};
const recordFile = join(folder, '.restore/sandbox-local.json');
const record = () => JSON.parse(readFileSync(recordFile, 'utf8'));

const [sweeper = ''] = local.schedules.rules;
const states = () => ({
  mappings: local.mappings.list().map(({ state }) => state),
  schedules: local.schedules.list('eu-west-1').map(({ enabled }) => enabled),
});

test('switch off ends everything that writes, and switch on sets back exactly what was', async () => {
  const tenant = await aTenant(local);
  const statusOf = async () =>
    (await fetch(`${tenant.baseUrl}accounts`, { headers: { 'api-key': tenant.secret_key } }))
      .status;
  assert.equal(await statusOf(), 200);
  const early = await run('switch', 'on');
  assert.deepEqual(
    [early.code, early.stderr.includes('no record of switch off')],
    [1, true],
    early.stderr,
  );
  // One was off before: it stays so.
  local.schedules.enable(sweeper, false);
  const was = states();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const relaying = { function: functionName('sandbox', relayEvents.id), service: 'events' };
  const fault = local.faults.add({ ...relaying, effect: { until: held } });
  await aCustomer(tenant);
  await until(() => fault.hits > 0, 'an event is on its way');

  const first = start('switch', 'off');
  before = ({ operation }) => operation === 'DisableRule' && first.child.kill('SIGKILL');
  await first.ended;
  before = () => undefined;
  assert.equal(await statusOf(), 429, 'callers come first');
  assert.ok(!('off_since' in record()));
  const kept = record().parts;
  const second = start('switch', 'off');
  await until(
    () => second.stderr().includes('not disabled yet'),
    'it waits for what a mapping has in flight',
  );
  assert.ok(!('off_since' in record()));
  fault.remove();
  release();
  assert.equal(await second.ended, 0, second.stderr());
  assert.deepEqual(record().parts, kept, 'what the first has found');
  assert.ok(record().off_since);
  assert.deepEqual([...new Set(states().mappings)], ['Disabled']);
  assert.deepEqual([...new Set(states().schedules)], [false]);

  // Credentials of another account, where the rules have the same names.
  const own = record();
  writeWhole(recordFile, { ...own, account: '999999999999' });
  for (const power of ['on', 'off']) {
    const wrong = await run('switch', power);
    assert.deepEqual(
      [wrong.code, wrong.stderr.includes('is of account 999999999999')],
      [1, true],
      wrong.stderr,
    );
  }
  assert.deepEqual([...new Set(states().schedules)], [false]);
  assert.deepEqual(record().parts, kept);
  writeWhole(recordFile, own);

  const back = await run('switch', 'on');
  assert.equal(back.code, 0, back.stderr);
  assert.deepEqual(states(), was);
  assert.equal(await statusOf(), 200);
  assert.throws(record, { code: 'ENOENT' });
  local.schedules.enable(sweeper, true);
  await until(() => states().mappings.every((state) => state === 'Enabled'));
});

const dynamodb = new DynamoDBClient({
  endpoint: local.endpoint,
  region: 'eu-west-1',
  credentials: local.operator,
});
after(() => dynamodb.destroy());

const isWrite = ({ operation }: Called): boolean =>
  operation === 'PutItem' || operation === 'DeleteItem';

test('what the tables were at a second comes back whole, and the service goes on from there', async (t) => {
  const [tenant, other] = [await aTenant(local), await aTenant(local)];
  const { create, several, ask } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t);
  const webhook = await create({
    url: endpoint.url,
    event_types: ['customer.created', 'customer.updated'],
  });
  const confirmed = await aCustomer(tenant);
  const card = await anOrderedCard(tenant);
  await several(webhook, 1, isNow('succeeded'));
  // At that second one event was committed, and the pipeline had not confirmed it.
  const pipeline = [relayEvents, fanOutEvent].map(({ id }) => functionName('sandbox', id));
  for (const name of pipeline) local.mappings.pause(name);
  const open = await posted(tenant, '/customers', 'open', individual({}));
  for (const table of restoredTables) await restoredAs(dynamodb, table, '-restored');

  // The service goes on, and something goes wrong.
  for (const name of pipeline) local.mappings.resume(name);
  await ask('PATCH', `/customers/${confirmed.id}`, { phone: '+441632960000' });
  const late = await aCustomer(tenant);
  await several(webhook, 4, isNow('succeeded'));
  const stored = storedIn(local);
  const lost = (await stored.items('resources', tenant.tenant_id)).filter(
    ({ sk }) => sk === card.id,
  );
  await stored.remove(lost.map(({ pk, sk }) => ({ table: 'resources', pk, sk })));
  assert.equal((await tenant.call({ method: 'GET', path: `/cards/${card.id}` })).status, 404);

  const early = await run('copy');
  assert.deepEqual(
    [early.code, early.stderr.includes('Run switch off first')],
    [1, true],
    early.stderr,
  );
  assert.equal((await run('switch', 'off')).code, 0);
  const different = await run('compare', '--keys');
  assert.equal(different.code, 1, different.stderr);
  assert.match(
    different.stdout,
    new RegExp(`^missing resources ${tenant.tenant_id}/card ${card.id}$`, 'm'),
  );
  assert.match(
    different.stdout,
    new RegExp(`^additional resources ${tenant.tenant_id}/customer ${late.id}$`, 'm'),
  );
  assert.match(
    different.stdout,
    new RegExp(`^different resources ${tenant.tenant_id}/customer ${confirmed.id}$`, 'm'),
  );
  assert.ok(!different.stdout.includes('441632960000'), 'no value is printed');
  // Its write shards came after that second: a copy leaves them, so nothing is to be done.
  const write_shards = '2099-01-01T00:00:00.000Z/2';
  const { tenant_id } = other;
  await stored.set('resources', { pk: `${tenant_id}/tenant`, sk: 'tenant' }, { write_shards });
  await stored.set('access', { pk: tenant_id }, { tenant_id, write_shards });
  const ofOther = await run('compare', '--tenant-id', tenant_id);
  assert.equal(ofOther.code, 0, ofOther.stdout);
  assert.match(ofOther.stdout, /^resources: [1-9]\d* same, 0 different/m);

  // It dies in its middle: after its first write.
  const dying = start('copy');
  let writes = 0;
  before = (call) => {
    if (!isWrite(call) || ++writes === 1) return undefined;
    dying.child.kill('SIGKILL');
    return 'dropped';
  };
  assert.equal(await dying.ended, null);
  // Somebody writes between its comparison and its write.
  let hand: string | undefined;
  before = async ({ operation, input }) => {
    if (hand !== undefined || operation !== 'PutItem' || !input.ExpressionAttributeNames) return;
    hand = `${input.Item.pk.S} ${input.Item.sk?.S ?? ''}`.trim();
    const [name = ''] = Object.values<string>(input.ExpressionAttributeNames).filter(
      (one) => !/^[ps]k$/.test(one),
    );
    const [pk, sk] = [input.Item.pk.S, input.Item.sk?.S];
    await stored.set(input.TableName.split('-').at(-1), { pk, sk }, { [name]: 'by hand' });
  };
  const overtaken = await run('copy');
  assert.ok(hand, 'there was something to replace');
  assert.equal(overtaken.code, 1, overtaken.stderr);
  assert.match(overtaken.stderr, /1 items were written meanwhile and stay as they are/);
  const left = await run('compare', '--keys');
  assert.deepEqual(
    left.stdout.match(/^different .*$/gm)?.map((line) => line.split(' ').slice(2).join(' ')),
    [hand],
  );
  // The answer to a write is lost: the SDK writes again, and the command finds its own effect.
  let isLost = false;
  before = (call) => {
    if (isLost || !isWrite(call)) return undefined;
    isLost = true;
    return 'lost';
  };
  const last = await run('copy');
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stdout, / 1 replaced, 0 put, 0 deleted/);
  const same = await run('compare');
  assert.equal(same.code, 0, same.stdout);
  assert.equal(
    same.stdout.match(/0 different, 0 missing, 0 additional/g)?.length,
    restoredTables.length,
  );
  assert.equal((await run('switch', 'on')).code, 0);

  // The event that was open is sent once more, by its id; what was confirmed is not.
  const again = await posted(tenant, '/customers', 'open', individual({}));
  assert.equal(again.text, open.text, 'a retry is answered as it was');
  const timesOf = (id: string, type: string) =>
    endpoint.arrivals
      .filter(({ reported }) => reported.type === type && reported.data.id === id)
      .map((one) => one.id);
  await until(
    () => timesOf(again.body.id, 'customer.created').length === 2,
    'the open event comes again',
  );
  assert.equal(new Set(timesOf(again.body.id, 'customer.created')).size, 1);
  const next = await aCustomer(tenant);
  await until(() => timesOf(next.id, 'customer.created').length === 1, 'the service goes on');
  assert.equal(timesOf(confirmed.id, 'customer.created').length, 1);
  assert.equal(timesOf(late.id, 'customer.created').length, 1);
  assert.equal((await tenant.call({ method: 'GET', path: `/customers/${late.id}` })).status, 404);
  assert.equal((await ask('GET', `/customers/${confirmed.id}`)).version, 1);
  assert.equal((await ask('GET', `/cards/${card.id}`)).status, card.status);
});
