import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { recordRequests } from '../../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../../lib/environments.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { callerOf, posted, seen } from '../../../helpers/call.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import { aRecordedRequest } from '../../../helpers/fixtures/requests.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
service.logSubscriptions.resume();
after(async () => {
  service.logSubscriptions.pause();
  tables.close();
});

const job = functionName('sandbox', recordRequests.id);

/** Every request of a business that is logged and matches, besides the reads of the log. */
const logged = async (
  { call }: Tenant,
  filter: Readonly<Record<string, string>> = {},
): Promise<Any[]> => {
  const found: Any[] = [];
  let cursor: string | null = null;
  do {
    const query = Object.entries({ ...filter, limit: '100', ...(cursor !== null && { cursor }) });
    const { status, text, body } = await call({ method: 'GET', path: '/requests', query });
    assert.equal(status, 200, text);
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return found.filter(({ route }) => route !== '/requests');
};

const idsOf = (requests: readonly Any[]): string[] => requests.map(({ id }) => id).toSorted();

/** The request of a response, once it is logged. */
const requestOf = (tenant: Tenant, headers: Readonly<Record<string, string>>): Promise<Any> =>
  until(async () => {
    const { status, body } = await tenant.call({
      method: 'GET',
      path: `/requests/${headers['x-request-id']}`,
    });
    return status === 200 && body;
  }, 'the request is logged');

test('every call of a business is logged once, and none of another or of nobody', async () => {
  const [tenant, other] = [await service.aBusiness(), await service.aBusiness()];
  const stranger = callerOf(tenant.baseUrl, `sk_sandbox_${'0'.repeat(38)}`);
  const made: string[] = [];
  const rounds = Array.from({ length: 25 }, async () => {
    const key = randomUUID();
    const answers = [
      await posted(tenant, '/customers', key, individual({})),
      await posted(tenant, '/customers', key, individual({})),
      await tenant.call({ method: 'GET', path: '/cards/card_01h455vb4pex5vsknk084sn02q' }),
      await tenant.call({ method: 'GET', path: '/customers', query: [['limit', '0']] }),
    ];
    made.push(...answers.map(({ headers }) => headers['x-request-id'] ?? ''));
    assert.equal((await other.call({ method: 'GET', path: '/accounts' })).status, 200);
    assert.equal((await stranger({ method: 'GET', path: '/accounts' })).status, 401);
  });
  await Promise.all(rounds);
  await until(async () => (await logged(tenant)).length >= made.length, 'all are logged');
  assert.deepEqual(idsOf(await logged(tenant)), made.toSorted());
  const failed = await logged(tenant, { status_class: '4xx', route: '/customers' });
  assert.deepEqual(
    [failed.length, new Set(failed.map(({ error_code }) => error_code))],
    [25, new Set(['validation_failed'])],
  );
});

test('a request says who called what and how it ended, and its events name it', async () => {
  const tenant = await service.aBusiness();
  const key = randomUUID();
  const { body: customer, headers } = await posted(tenant, '/customers', key, individual({}));
  const { headers: again } = await posted(tenant, '/customers', key, individual({}));
  const { duration_ms, created_at, actor, event_ids, ...request } = await requestOf(
    tenant,
    headers,
  );
  assert.deepEqual(request, {
    id: headers['x-request-id'],
    object: 'request',
    method: 'POST',
    route: '/customers',
    path: '/customers',
    status: 201,
    error_code: null,
    resource_id: customer.id,
    idempotency_key: key,
    replayed: false,
    errors: [],
  });
  assert.ok(
    duration_ms >= 0 && Math.abs(Date.parse(customer.created_at) - Date.parse(created_at)) < 60_000,
  );
  const { body: event } = await tenant.call({ method: 'GET', path: `/events/${event_ids[0]}` });
  assert.deepEqual([event_ids.length, event.causation.request_id], [1, headers['x-request-id']]);
  assert.deepEqual(actor, event.causation.actor);
  const replay = await requestOf(tenant, again);
  assert.deepEqual(
    [replay.replayed, replay.resource_id, replay.event_ids],
    [true, customer.id, []],
  );
  assert.deepEqual(
    idsOf(await logged(tenant, { resource_id: customer.id, actor_id: actor.id })),
    idsOf([request, replay]),
  );
  const other = await service.aBusiness();
  assert.equal((await other.call({ method: 'GET', path: `/requests/${request.id}` })).status, 404);
});

test('what API Gateway answers itself to a known key is logged from its access log', async () => {
  const tenant = await service.aBusiness();
  const text = Buffer.alloc(10 * 1024 * 1024 + 1, 32);
  const { status, headers } = await tenant.call({ method: 'POST', path: '/customers', text });
  const { error_code, method, path, actor } = await requestOf(tenant, headers);
  assert.deepEqual(
    [status, error_code, method, path],
    [413, 'body_too_large', 'POST', '/customers'],
  );
  assert.equal(actor.type, 'api_key');
});

test('the log is listed newest first, by date, in pages', async () => {
  const tenant = await service.aBusiness();
  const now = Date.now();
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const made = [];
  for (const minutes of [5, 4, 3, 2, 1])
    made.unshift(await aRecordedRequest(tenant, { created_at: at(minutes) }));
  await aRecordedRequest(tenant, { created_at: at(8 * 24 * 60) });
  const ids = made.map(({ request_id }) => request_id);
  const page = async (query: readonly (readonly [string, string])[]) =>
    (
      await tenant.call({
        method: 'GET',
        path: '/requests',
        query: [...query, ['route', '/customers/{customer_id}/suspend']],
      })
    ).body;
  const first = await page([['limit', '2']]);
  const second = await page([
    ['limit', '10'],
    ['cursor', first.next_cursor],
  ]);
  assert.deepEqual(
    [...first.data, ...second.data].map(({ id }: Any) => id),
    ids,
  );
  const between = await page([
    ['created_after', at(4)],
    ['created_before', at(1)],
  ]);
  assert.deepEqual(
    between.data.map(({ id }: Any) => id),
    ids.slice(1, 3),
  );
});

test('nothing that a caller wrote but ids is logged', async () => {
  const tenant = await service.aBusiness();
  const email = `ada.${randomUUID()}@example.com`;
  const { id } = await aCustomer(tenant, individual({ email }));
  const { headers } = await tenant.call({ method: 'GET', path: `/customers/${email}` });
  await tenant.call({ method: 'GET', path: '/customers', query: [['email', email]] });
  await posted(tenant, `/customers/${id}/suspend`, email, { reason: email });
  const wrong = { last_name: 1, [email]: 1, metadata: { [email]: 1 } };
  const { headers: invalid } = await posted(tenant, '/customers', randomUUID(), wrong);
  assert.equal((await requestOf(tenant, headers)).path, '/customers/{customer_id}');
  await until(async () => (await logged(tenant)).length >= 5, 'all are logged');
  assert.deepEqual((await requestOf(tenant, invalid)).errors, [
    { pointer: '/type', parameter: null, code: 'required' },
  ]);
  const stored = JSON.stringify(await tables.items('requests', tenant.tenant_id));
  assert.ok(stored.includes(id) && !stored.includes(email));
  assert.equal(
    (await logged(tenant, { resource_id: id, method: 'POST' }))[0]?.idempotency_key,
    null,
  );
});

test('both lines of one request make one, in any order and however often they come', async () => {
  const { tenant_id } = await service.aBusiness();
  const lines = (request_id: string): Any[] => {
    const both = {
      request_id,
      tenant_id,
      key_id: 'key_01jd5fq7k9e8xv3m2n4p6r8t0w',
      method: 'POST',
    };
    const own = {
      event: 'request',
      time_ms: 1_800_000_000_000,
      resource: '/customers',
      path: '/customers',
      status: 201,
    };
    const refused = {
      time_ms: '1800000000000',
      route: '/customers',
      status: '504',
      refusal: 'INTEGRATION_TIMEOUT',
    };
    return [
      {
        ...both,
        ...own,
        duration_ms: 5,
        resource_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
        event_ids: ['evt'],
      },
      { ...both, ...refused, latency_ms: '29000' },
    ];
  };
  const record = async (some: readonly Any[]) => {
    const logEvents = some.map((line) => ({ message: JSON.stringify(line) }));
    const data = gzipSync(JSON.stringify({ logEvents })).toString('base64');
    assert.equal((await service.invoke(job, { awslogs: { data } })).functionError, undefined);
  };
  const recorded = async (...batches: readonly (readonly number[])[]): Promise<Any> => {
    const id = randomUUID();
    const all = lines(id);
    for (const batch of batches) await record(batch.map((position) => all[position]));
    const item = await tables.get({ table: 'requests', pk: `${tenant_id}/${id}` });
    return JSON.parse(
      JSON.stringify(item)
        .replaceAll(id, 'id')
        .replace(/request\/\d/, 'request/n'),
    );
  };
  const once = await recorded([0], [1]);
  assert.deepEqual(
    [once.status, once.error_code, once.resource_id],
    [504, 'timeout', 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w'],
  );
  for (const batches of [
    [[1], [0]],
    [[0, 0], [1], [0]],
    [[1, 1, 0], [1]],
  ])
    assert.deepEqual(await recorded(...batches), once);
});

test('while the job is dead nothing but its requests is missing, and later ones are logged again', async () => {
  const tenant = await service.aBusiness();
  const dead = service.faults.add({ function: job, effect: 'deny' });
  const key = randomUUID();
  const { status, headers, body } = await posted(tenant, '/customers', key, individual({}));
  await until(() => dead.hits > 0, 'the job fails');
  const again = await posted(tenant, '/customers', key, individual({}));
  const { data: events } = await seen(tenant, `/customers/${body.id}/timeline`);
  const { data: uses } = await seen(tenant, `/idempotency-keys?key=${key}`);
  assert.deepEqual([status, again.status, again.text], [201, 201, JSON.stringify(body)]);
  assert.deepEqual(
    events.map(({ type, causation }: Any) => [type, causation.request_id]),
    [['customer.created', headers['x-request-id']]],
  );
  assert.equal(uses.length, 1);
  assert.deepEqual(await seen(tenant, `/customers/${body.id}`), body);
  assert.equal(
    (await tenant.call({ method: 'GET', path: `/requests/${headers['x-request-id']}` })).status,
    404,
  );
  dead.remove();
  const { headers: later } = await tenant.call({ method: 'GET', path: '/accounts' });
  assert.equal((await requestOf(tenant, later)).route, '/accounts');
});
