import assert from 'node:assert/strict';
import { ApiError } from '../../../client/src/api-error.ts';
import { createClient } from '../../../client/src/create-client.ts';
import { product } from '../../../client/src/product.ts';
import { routes } from '../../../functions/app/routes.ts';
import { test } from '../../helpers/tests.ts';

type Sent = { url: string; method: string; headers: Headers; body: string | null };

const customer_id = 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w';
const ada = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' } as const;

/** A client whose every call is answered with one answer, and what it sent. */
const clientFor = (
  answer: { status?: number; body?: unknown; headers?: Record<string, string> } = {},
) => {
  const sent: Sent[] = [];
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
  const client = createClient({
    baseUrl: 'https://api.example/v1/',
    apiKey: 'sk_sandbox_x',
    tenantId: 'biz_x',
    retries: 0,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      request.signal.throwIfAborted();
      sent.push({
        url: request.url,
        method: request.method,
        headers: request.headers,
        body: (init?.body ?? null) as string,
      });
      return new Response(text, { status: answer.status ?? 200, headers: answer.headers ?? {} });
    },
  });
  return { client, sent };
};

test('every route is a method of the client', () => {
  const { client } = clientFor();
  const camel = (name = '') => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  for (const { id } of routes) {
    const [resourceType, verb] = id.split('.');
    const methods = client[camel(resourceType) as keyof typeof client] as Record<string, unknown>;
    assert.equal(typeof methods[camel(verb)], 'function', id);
  }
  assert.equal(typeof client.idempotencyKeys.list, 'function');
});

test('a create sends key, tenant, idempotency key and JSON', async () => {
  const { client, sent } = clientFor({
    status: 201,
    body: { id: customer_id },
    headers: { etag: '"1"' },
  });
  const { status, body, headers } = await client.customers.create({
    body: ada,
    idempotencyKey: 'k-1',
  });
  assert.deepEqual([status, body.id, headers.get('etag')], [201, customer_id, '"1"']);
  const [request] = sent;
  assert.equal(`${request?.method} ${request?.url}`, 'POST https://api.example/v1/customers');
  assert.deepEqual(JSON.parse(request?.body ?? ''), ada);
  assert.equal(request?.headers.get('api-key'), 'sk_sandbox_x');
  assert.equal(request?.headers.get('x-tenant-id'), 'biz_x');
  assert.equal(request?.headers.get('idempotency-key'), 'k-1');
  assert.equal(request?.headers.get('content-type'), 'application/json');
});

test('a query travels as strings, without what is undefined', async () => {
  const { client, sent } = clientFor({
    body: { object: 'list', data: [], has_more: false, next_cursor: null },
  });
  await client.customers.list({ query: { limit: 5, email: 'a+b@example.com', status: undefined } });
  await client.accounts.list();
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      'https://api.example/v1/customers?limit=5&email=a%2Bb%40example.com',
      'https://api.example/v1/accounts',
    ],
  );
});

test('a base address without its last slash is taken', async () => {
  const urls: string[] = [];
  const fetch = async (url: unknown) => {
    urls.push(String(url));
    return new Response('{}');
  };
  await createClient({ baseUrl: 'https://api.example/v1', apiKey: 'sk', fetch }).accounts.list();
  assert.deepEqual(urls, ['https://api.example/v1/accounts']);
});

test('an id cannot lead to another route', async () => {
  const { client, sent } = clientFor();
  for (const id of ['', '.', '..'])
    await assert.rejects(
      client.customers.get({ params: { customer_id: id } }),
      /customer_id must be an id/,
    );
  await client.customers.get({ params: { customer_id: '../accounts?x=1#y' } });
  assert.equal(sent[0]?.url, 'https://api.example/v1/customers/..%2Faccounts%3Fx%3D1%23y');
});

test('a change sends its etag', async () => {
  const { client, sent } = clientFor({ body: {} });
  await client.customers.update({ params: { customer_id }, body: { email: null }, ifMatch: '"3"' });
  assert.equal(sent[0]?.headers.get('if-match'), '"3"');
  assert.equal(sent[0]?.body, '{"email":null}');
});

test('an action without fields is sent without a body', async () => {
  const { client, sent } = clientFor({ body: {} });
  await client.customers.suspend({ params: { customer_id }, idempotencyKey: 'k' });
  assert.deepEqual([sent[0]?.body, sent[0]?.headers.get('content-type')], [null, null]);
});

test('an error is thrown with all its members', async () => {
  const document = {
    type: 'https://x/errors/action_not_allowed',
    title: 'Not possible',
    status: 409,
    detail: 'Read on.',
    code: 'action_not_allowed',
    request_id: 'r-1',
    current_status: 'closed',
    allowed_actions: [],
    later_member: 1,
  };
  const { client } = clientFor({
    status: 409,
    body: document,
    headers: { 'x-should-retry': 'false' },
  });
  const thrown = await client.customers
    .close({ params: { customer_id }, idempotencyKey: 'k' })
    .catch((error) => error);
  assert.ok(thrown instanceof ApiError);
  const { code, status, request_id, current_status, allowed_actions, should_retry, errors } =
    thrown;
  assert.deepEqual(
    { code, status, request_id, current_status, allowed_actions, should_retry, errors },
    {
      code: 'action_not_allowed',
      status: 409,
      request_id: 'r-1',
      current_status: 'closed',
      allowed_actions: [],
      should_retry: false,
      errors: [],
    },
  );
  assert.equal(thrown.document.later_member, 1);
  assert.equal(thrown.message, 'Not possible. Read on.');
});

test('a response that is not from the API is an error too', async () => {
  const page = { body: '<html>Bad gateway</html>', headers: { 'x-request-id': 'r-2' } };
  for (const status of [200, 502]) {
    const thrown = await clientFor({ ...page, status })
      .client.accounts.list()
      .catch((error) => error);
    assert.ok(thrown instanceof ApiError);
    assert.deepEqual(
      [thrown.code, thrown.status, thrown.request_id],
      ['unexpected_answer', status, 'r-2'],
    );
  }
});

test('a person calls with what the header Authorization carries at that moment, and with no key', async () => {
  const sent: (string | null)[][] = [];
  let token = 'one';
  const client = createClient({
    baseUrl: 'https://dashboard.example/api/sandbox/v1/',
    authorization: () => `Bearer ${token}`,
    fetch: async (url, init) => {
      const { headers } = new Request(url, init);
      sent.push([headers.get('authorization'), headers.get('api-key')]);
      return new Response('{}');
    },
  });
  await client.accounts.list();
  token = 'two';
  await client.accounts.list();
  assert.deepEqual(sent, [
    ['Bearer one', null],
    ['Bearer two', null],
  ]);
});

test('a call names the program, the client and what it runs on', async () => {
  const agents: (string | null)[] = [];
  const options = { baseUrl: 'https://api.example/v1/', apiKey: 'k' };
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    agents.push(new Request(url, init).headers.get('user-agent'));
    return new Response('{"data":[]}');
  };
  await createClient({ ...options, fetch }).customers.list();
  await createClient({ ...options, fetch, userAgent: 'orders/3' }).customers.list();
  const own = `${product} node/${process.versions.node}`;
  assert.deepEqual(agents, [own, `orders/3 ${own}`]);
});

test('without the globals of newer runtimes, keys still differ and signals still end a call', async (t) => {
  const [{ crypto }, { any }] = [globalThis, AbortSignal];
  t.after(() => {
    Object.defineProperty(globalThis, 'crypto', {
      value: crypto,
      configurable: true,
      writable: true,
    });
    AbortSignal.any = any;
  });
  Object.defineProperty(globalThis, 'crypto', {
    value: undefined,
    configurable: true,
    writable: true,
  });
  Reflect.deleteProperty(AbortSignal, 'any');
  const { client, sent } = clientFor({ status: 201, body: { id: customer_id } });
  for (let times = 0; times < 2; times += 1) await client.customers.create({ body: ada });
  const [one, other] = sent.map(({ headers }) => headers.get('idempotency-key') ?? '');
  assert.match(`${one}`, /^[a-z0-9]{8,}-[a-z0-9]{5,}-[a-z0-9]{5,}$/);
  assert.notEqual(one, other);
  const ended = new AbortController();
  ended.abort(new Error('ended'));
  await assert.rejects(client.customers.list({ signal: ended.signal }), { message: 'ended' });
});
