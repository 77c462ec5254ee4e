import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { verifyEvent } from '../../../client/src/webhooks.ts';
import { listening } from '../../../local/listening.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aCommandLine, type CommandLine } from '../../helpers/command-line.ts';
import { bodyOf } from '../../helpers/receiver.ts';
import { after, test } from '../../helpers/tests.ts';

// `resend` and running `listen`s, as processes that know nothing but the folder of their user.

const secret = `whsec_${btoa('x'.repeat(24))}`;
const id = 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w';
const resource = { id: 'card_1', object: 'card' };
const event = {
  id,
  type: 'card.frozen',
  created_at: '2026-11-20T12:00:00.000Z',
  sequence: 1,
  resource,
  data: {},
};

const served = async (onRequest: RequestListener): Promise<string> => {
  const { port, stop } = await listening(createServer(onRequest));
  after(stop);
  return `http://127.0.0.1:${port}/`;
};

/** An API with one old event, and the deliveries that it has. */
const anApi = async (deliveries: readonly object[] | null = []) => {
  const resent: (string | undefined)[] = [];
  const url = await served(({ method, url: path = '' }, response) => {
    const isEvent = path === `/v1/events/${id}`;
    if (method === 'POST') resent.push(path);
    const list = { object: 'list', data: [], has_more: false, next_cursor: null };
    response.statusCode = path.startsWith('/v1/events/') && !isEvent ? 404 : 200;
    response.end(JSON.stringify(isEvent ? { ...event, deliveries } : list));
  });
  return { base_url: `${url}v1/`, resent };
};

/** A receiver that verifies, and answers as it is said; nothing where it is to hang. */
const aReceiver = async (answers: readonly (number | undefined)[] = []) => {
  const got: string[] = [];
  const url = await served(async (request, response) => {
    got.push(verifyEvent(secret, await bodyOf(request), request.headers).id);
    const status = got.length > answers.length ? 204 : answers[got.length - 1];
    if (status !== undefined) response.writeHead(status).end();
  });
  return { url, got };
};

const aUser = (profiles: Readonly<Record<string, { base_url: string; tenant_id?: string }>>) => {
  const line = aCommandLine();
  mkdirSync(line.config, { recursive: true, mode: 0o700 });
  const kept = { environment: 'sandbox', secret_key: 'sk_sandbox_x', webhook_secret: secret };
  const all = Object.fromEntries(
    Object.entries(profiles).map(([name, one]) => [name, { ...kept, ...one }]),
  );
  const text = JSON.stringify({ current: Object.keys(profiles)[0], profiles: all });
  writeFileSync(join(line.config, 'profiles.json'), text, { mode: 0o600 });
  return { ...line, state: join(dirname(dirname(line.config)), 'state', 'fsapi') };
};

const listen = async ({ start }: CommandLine, url: string, ...more: readonly string[]) => {
  const listener = start('listen', '--forward-to', url, ...more);
  let printed = '';
  listener.stderr?.on('data', (piece) => {
    printed += piece;
  });
  await until(() => printed.includes('Forwarding'), 'the listener listens');
  return listener;
};

test('an event is forwarded once more by every running listener of the profile that wants it, each time', async () => {
  const [{ base_url }, other] = [await anApi(), await anApi()];
  const user = aUser({ a: { base_url }, b: other, c: { base_url, tenant_id: 'biz_2' } });
  const [wants, alsoWants, wantsOthers, ofB, ofC] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => aReceiver()),
  );
  assert.ok(wants && alsoWants && wantsOthers && ofB && ofC);
  await listen(user, wants.url);
  await listen(user, alsoWants.url, '--events', 'card.*');
  await listen(user, wantsOthers.url, '--events', 'customer.*');
  await listen(user, ofB.url, '--profile', 'b');
  await listen(user, ofC.url, '--profile', 'c');
  const { code, stdout, stderr } = await user.run(['resend', id]);
  assert.equal(code, 0, stderr);
  const lines = [wants, alsoWants].map(
    ({ url }) => `${id} is forwarded to ${url} by fsapi listen.`,
  );
  assert.deepEqual(stdout.trim().split('\n').toSorted(), lines.toSorted());
  const printed = (await user.run(['resend', id, '--json'])).stdout.trim().split('\n');
  assert.deepEqual(
    new Set(printed.map((line) => JSON.parse(line).forward_to)),
    new Set([wants.url, alsoWants.url]),
  );
  await until(() => wants.got.length === 2 && alsoWants.got.length === 2, 'both have come twice');
  assert.deepEqual([wants.got, wantsOthers.got, ofB.got, ofC.got], [[id, id], [], [], []]);
});

test('webhooks and listeners get it both; one webhook is meant without the listeners', async () => {
  const { base_url, resent } = await anApi([{ id: 'dlv_1', webhook_id: 'whk_1' }]);
  const user = aUser({ a: { base_url } });
  const { url, got } = await aReceiver();
  await listen(user, url);
  assert.equal((await user.run(['resend', id, '--webhook', 'whk_1'])).code, 0);
  assert.equal((await user.run(['resend', 'dlv_1'])).code, 0);
  assert.deepEqual([resent.length, got.length], [2, 0]);
  assert.equal((await user.run(['resend', id])).code, 0);
  await until(() => got.length === 1, 'it has come');
  assert.equal(resent.length, 3);
});

test('what a listener was asked before it died is forwarded by the same command started again, until received', async () => {
  const { base_url } = await anApi(null);
  const user = aUser({ a: { base_url } });
  const { url, got } = await aReceiver([undefined, 500]);
  const first = await listen(user, url);
  assert.equal((await user.run(['resend', id])).code, 0);
  await until(() => got.length === 1, 'it has come, and hangs');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const refused = await user.run(['resend', id]);
  assert.equal(refused.code, 1);
  const second = await listen(user, url);
  await until(() => got.length === 3, 'it has come again, after a failure too');
  await until(() => requests(user.state).length === 0, 'it is done');
  second.kill('SIGINT');
  await once(second, 'exit');
  assert.deepEqual(folders(user.state).length, 1, 'the folder of the first is cleared up');
});

const folders = (state: string) => readdirSync(state).filter((name) => /\.\d+$/.test(name));
const requests = (state: string) =>
  folders(state).flatMap((name) =>
    readdirSync(join(state, name)).filter((one) => one.endsWith(id)),
  );

test('without a webhook and a running listener it is refused with what is missing', async () => {
  const { base_url } = await anApi();
  const user = aUser({ a: { base_url } });
  const why = new RegExp(
    `${id} has no delivery to a webhook, and no fsapi listen of this profile forwards it`,
  );
  const refused = async () => {
    const { code, stderr } = await user.run(['resend', id]);
    assert.deepEqual([code, why.test(stderr)], [1, true], stderr);
  };
  await refused();
  const { url } = await aReceiver();
  const ended = await listen(user, url);
  ended.kill('SIGINT');
  await once(ended, 'exit');
  await refused();
  const running = await listen(user, url);
  const [folder = ''] = folders(user.state);
  // The number of a listener that died is now that of another process: nobody touches its file.
  const left = join(user.state, folder.replace(/\d+$/, String(process.pid)));
  renameSync(join(user.state, folder), left);
  const early = new Date(Date.now() - 120_000);
  utimesSync(join(left, 'listener.json'), early, early);
  await refused();
  running.kill('SIGKILL');
});

test('an event that the API does not know any more is dropped with a sentence', async () => {
  const { base_url } = await anApi();
  const user = aUser({ a: { base_url } });
  const { url, got } = await aReceiver();
  const listener = await listen(user, url);
  let said = '';
  listener.stderr?.on('data', (piece) => {
    said += piece;
  });
  const [folder = ''] = folders(user.state);
  writeFileSync(join(user.state, folder, `0-a.${id.replace('evt_01', 'evt_02')}`), '');
  writeFileSync(join(user.state, folder, '1-a.evt_..'), '');
  assert.equal((await user.run(['resend', id])).code, 0);
  await until(() => got.length === 1, 'the other one is forwarded');
  await until(() => requests(user.state).length === 0, 'it is done');
  await until(() => said.includes('404'), 'the sentence has come');
  assert.deepEqual(readdirSync(join(user.state, folder)).toSorted(), [
    '1-a.evt_..',
    'listener.json',
  ]);
});
