import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../../../client/src/api-error.ts';
import type { ClientOptions } from '../../../client/src/client.ts';
import { createClient } from '../../../client/src/create-client.ts';
import { waitBefore } from '../../../client/src/retries.ts';
import { describe, type TestContext, test } from '../../helpers/tests.ts';

type Reply = Response | Error | 'never';

const params = { customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w' };
const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' } as const;
const broken = new TypeError('fetch failed');
const done = () => new Response('{}', { status: 200 });
const failing = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers });

/** A client whose calls get these replies, one after another, without waiting in between; and what it sent. */
const replying = (t: TestContext, replies: Reply[], options: Partial<ClientOptions> = {}) => {
  const sent: { method: string | undefined; key: string | null }[] = [];
  const waits: number[] = [];
  t.mock.method(globalThis, 'setTimeout', (then: () => void, ms: number) => {
    waits.push(ms);
    queueMicrotask(then);
  });
  const client = createClient({
    ...({ baseUrl: 'https://api.example/v1/', apiKey: 'sk', ...options } as ClientOptions),
    fetch: async (_, { method, headers, signal } = {}) => {
      sent.push({ method, key: new Headers(headers).get('idempotency-key') });
      const reply = replies.shift() ?? assert.fail('one call more than replies');
      if (reply instanceof Error) throw reply;
      if (reply !== 'never') return reply;
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    },
  });
  return { client, sent, waits };
};

describe('a call is repeated', () => {
  test('under one key, which is another for the next call', async (t) => {
    const { client, sent } = replying(t, [failing(503), broken, done(), done()]);
    await client.customers.create({ body });
    await client.customers.create({ body });
    const [key, ...others] = sent.map((one) => one.key);
    assert.match(key ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.deepEqual(others.slice(0, 2), [key, key]);
    assert.notEqual(others[2], key);
  });

  test('under the key of the caller, where there is one', async (t) => {
    const { client, sent } = replying(t, [failing(500), done()]);
    await client.customers.create({ body, idempotencyKey: 'mine' });
    assert.deepEqual(
      sent.map((one) => one.key),
      ['mine', 'mine'],
    );
  });

  test('three times by default, then the last error is thrown', async (t) => {
    const five = () =>
      Array.from({ length: 5 }, (_, nth) => failing(503, { 'x-request-id': `r-${nth}` }));
    for (const [options, times] of [
      [{}, 4],
      [{ retries: 1 }, 2],
      [{ retries: 0 }, 1],
    ] as const) {
      const { client, sent } = replying(t, five(), options);
      await assert.rejects(client.customers.get({ params }), {
        status: 503,
        request_id: `r-${times - 1}`,
      });
      assert.equal(sent.length, times);
      t.mock.restoreAll();
    }
  });

  test('not before the seconds that it was asked for', async (t) => {
    const { client, waits } = replying(t, [failing(429, { 'retry-after': '7' }), done()]);
    await client.customers.get({ params });
    assert.equal(waits.length, 1);
    assert.ok((waits[0] ?? 0) >= 7_000, String(waits));
  });

  test('when its answer does not come in time', async (t) => {
    // A connection keeps the process alive while it is waited for, and there is none.
    const connection = setInterval(() => undefined, 1_000);
    t.after(() => clearInterval(connection));
    const { client, sent } = replying(t, ['never', done()], { timeoutMs: 1 });
    await client.customers.get({ params });
    assert.equal(sent.length, 2);
  });

  test('as a change, which means the same the second time', async (t) => {
    const { client, sent } = replying(t, [broken, done()]);
    await client.customers.update({ params, body: { email: null } });
    assert.equal(sent.length, 2);
  });
});

/** Servers end with the test. */
const serving = async (t: TestContext, answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('a redirect is not followed: key and body go to no other host', async (t) => {
  const arrived: (string | undefined)[] = [];
  const other = await serving(t, ({ url }, response) => {
    arrived.push(url);
    response.end('{}');
  });
  for (const status of [301, 307, 308]) {
    const origin = await serving(t, (_, response) =>
      response.writeHead(status, { location: other }).end(),
    );
    const { customers } = createClient({ baseUrl: `${origin}/v1/`, apiKey: 'sk' });
    await assert.rejects(customers.create({ body }), {
      name: 'ApiError',
      status,
      code: 'unexpected_answer',
    });
  }
  assert.deepEqual(arrived, []);
});

test('what cannot be sent is an error at once, which does not repeat the key', async (t) => {
  const apiKey = 'sk_sandbox_secret\n';
  const circular: { self?: object } = {};
  circular.self = circular;
  const calls: [object, (client: ReturnType<typeof createClient>) => Promise<unknown>][] = [
    [{ apiKey }, ({ accounts }) => accounts.list()],
    [
      { apiKey: undefined, authorization: () => `Bearer ${apiKey}` },
      ({ accounts }) => accounts.list(),
    ],
    [{}, ({ customers }) => customers.create({ body, idempotencyKey: 'ключ' })],
    [{}, ({ customers }) => customers.create({ body: circular as never })],
  ];
  for (const [options, call] of calls) {
    const { client, waits } = replying(t, [], options);
    const error: Error = await call(client).then(
      () => assert.fail('it was sent'),
      (thrown) => thrown,
    );
    assert.doesNotMatch(`${error.stack} ${error.message}`, /sk_sandbox_secret/);
    assert.deepEqual(waits, []);
    t.mock.restoreAll();
  }
});

describe('a call is not repeated', () => {
  const once = async (
    t: TestContext,
    reply: Reply,
    call: (client: ReturnType<typeof createClient>) => Promise<unknown>,
  ) => {
    const { client, sent } = replying(t, [reply]);
    const thrown: Error & { status?: number; retry_after_seconds?: number } = await call(
      client,
    ).then(
      () => assert.fail('it was answered'),
      (error) => error,
    );
    assert.equal(sent.length, 1);
    return thrown;
  };

  test('that can never succeed', async (t) => {
    const never = failing(500, { 'x-should-retry': 'false' });
    assert.ok(
      (await once(t, never, (client) => client.customers.get({ params }))) instanceof ApiError,
    );
  });

  test('with an error in the request', async (t) => {
    for (const status of [400, 401, 404, 409, 422]) {
      assert.ok(
        (await once(t, failing(status), (client) => client.customers.create({ body }))) instanceof
          ApiError,
      );
      t.mock.restoreAll();
    }
  });

  test('that would have to wait longer than half a minute', async (t) => {
    const locked = failing(429, { 'retry-after': '3600' });
    const thrown = await once(t, locked, (client) => client.customers.create({ body }));
    assert.equal(thrown.retry_after_seconds, 3600);
  });

  test('where a second time would find the first: a deletion, a change of one version', async (t) => {
    const webhook = { params: { webhook_id: 'whk_01jd5fq7k9e8xv3m2n4p6r8t0w' } };
    assert.equal(await once(t, broken, (client) => client.webhooks.delete(webhook)), broken);
    t.mock.restoreAll();
    const change = { params, body: { email: null }, ifMatch: '"3"' };
    assert.equal(
      (await once(t, failing(504), (client) => client.customers.update(change))).status,
      504,
    );
    t.mock.restoreAll();
    const { client, sent } = replying(t, [failing(429), done()]);
    await client.customers.update(change);
    assert.equal(sent.length, 2, 'a throttled call had no effect');
  });

  test('after its caller has given up, also while it waits', async (t) => {
    const giving = new AbortController();
    const { client, sent } = replying(t, [broken]);
    t.mock.restoreAll();
    t.mock.method(globalThis, 'setTimeout', () =>
      queueMicrotask(() => giving.abort(new Error('enough'))),
    );
    await assert.rejects(client.customers.get({ params, signal: giving.signal }), /enough/);
    assert.equal(sent.length, 1);
  });
});

test('waits grow, to a bound, and no two callers wait alike', () => {
  const least = [0, 1, 2, 3, 4, 5, 9].map((failures) => waitBefore(broken, failures, 0));
  const most = [0, 1, 2, 3, 4, 5, 9].map((failures) => waitBefore(broken, failures, 1));
  assert.deepEqual(least, [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  assert.deepEqual(most, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});
