import { releases } from './begins.ts';
import '../process.ts';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { noticeOf } from '../../../functions/core/outbox/model.ts';
import { requestIn } from '../../../functions/tenants/requests/model.ts';
import { queueName } from '../../../lib/environments.ts';
import { anEndpoint } from '../../helpers/an-endpoint.ts';
import { type Caller, callerOf } from '../../helpers/call.ts';
import { durations } from '../../helpers/durations.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { aBusiness } from '../../helpers/service.ts';
import { type StoredItem, storedItems } from '../../helpers/stored/fixtures.ts';
import { type StoredKind, storedKinds } from '../../helpers/stored/kinds.ts';
import { queuesOfKinds } from '../../helpers/stored/messages.ts';
import { before, describe, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

// All that each release stored, in one service of today: it is read, listed, changed, delivered and redacted.

const machine = await world();
const { clock, queues, tables } = machine;

const idOf = ({ data, id, event_id, request_id, sk }: Any): string =>
  data?.id ?? id ?? event_id ?? request_id ?? sk;
const customerOf = ({ data, customer_id }: Any): string => data?.customer_id ?? customer_id;
const tenantOf = ({ item, kind }: StoredItem): string =>
  (kind === 'event' ? eventOf(item).tenant_id : String(item.pk).split('/')[0]) ?? '';

type StoredItemCase = {
  readonly get: (item: Any) => string;
  readonly list?: string;
  readonly change?: (item: Any) => readonly [method: string, path: string, body?: object];
};

/** The requests about each kind: the resource, the list that has it, a change. */
const asked: Readonly<Partial<Record<StoredKind, StoredItemCase>>> = {
  account: { get: (item) => `/accounts/${idOf(item)}`, list: '/accounts' },
  customer: {
    get: (item) => `/customers/${idOf(item)}`,
    list: '/customers',
    change: (item) => ['PATCH', `/customers/${idOf(item)}`, { metadata: { renamed: 'yes' } }],
  },
  agreement: { get: (item) => `/agreements/${idOf(item)}` },
  document: { get: (item) => `/documents/${idOf(item)}`, list: '/documents' },
  verification: {
    get: (item) => `/verifications/${idOf(item)}`,
    list: '/verifications',
    change: (item) => ['POST', `/verifications/${idOf(item)}/cancel`],
  },
  screening: { get: (item) => `/screenings/${idOf(item)}`, list: '/screenings' },
  activation: {
    get: (item) => `/customers/${customerOf(item)}/features/${item.data?.feature ?? item.sk}`,
  },
  card: {
    get: (item) => `/cards/${idOf(item)}`,
    list: '/cards',
    change: (item) => ['PATCH', `/cards/${idOf(item)}`, { nickname: 'Renamed' }],
  },
  card_token: {
    get: (item) => `/card-tokens/${idOf(item)}`,
    change: (item) => ['POST', `/card-tokens/${idOf(item)}/delete`],
  },
  authorization: { get: (item) => `/authorizations/${idOf(item)}`, list: '/authorizations' },
  transaction: { get: (item) => `/transactions/${idOf(item)}`, list: '/transactions' },
  'authorization-endpoint': {
    get: (item) => `/authorization-endpoints/${idOf(item)}`,
    list: '/authorization-endpoints',
    change: (item) => ['POST', `/authorization-endpoints/${idOf(item)}/rotate-secret`],
  },
  webhook: {
    get: (item) => `/webhooks/${idOf(item)}`,
    list: '/webhooks',
    change: (item) => ['PATCH', `/webhooks/${idOf(item)}`, { description: 'Renamed' }],
  },
  'onboarding-link': { get: (item) => `/onboarding-links/${idOf(item)}` },
  event: { get: (item) => `/events/${eventOf(item).event_id}`, list: '/events' },
  delivery: { get: (item) => `/deliveries/${idOf(item)}`, list: '/deliveries' },
  recovery: {
    get: (item) => `/recoveries/${idOf(item)}`,
    change: (item) => ['POST', `/recoveries/${idOf(item)}/cancel`],
  },
  request: { get: (item) => `/requests/${idOf(item)}`, list: '/requests' },
};

/** Whether a route answers it: none answers the mark of a deleted webhook. */
const isAsked = ({ kind, state }: StoredItem): boolean =>
  asked[kind] !== undefined && !state.includes('deleted');

/** The states in which a kind can be changed, with nothing else that a release may not have stored. */
const changedIn: Readonly<Partial<Record<StoredKind, readonly string[]>>> = {
  customer: ['active', 'suspended'],
  verification: ['requires_input'],
  card: ['active', 'frozen', 'inactive', 'blocked'],
  card_token: ['active', 'suspended'],
  'authorization-endpoint': ['enabled', 'disabled'],
  webhook: ['enabled', 'disabled'],
  recovery: ['running'],
};

type Placed = StoredItem & { readonly call: Caller };

/** Puts an item as it was stored. */
const put = ({ kind, item }: StoredItem): Promise<void> => {
  const key = { table: storedKinds[kind].table, pk: item.pk, sk: item.sk };
  return tables.put([{ kind: 'put', key, item } as never]);
};

/** Puts what a release stored, each business with a key of today; of one item in several states, each in its turn. */
const place = async (release: string): Promise<Placed[]> => {
  const items = storedItems.filter((one) => one.release === release);
  const placed: Placed[] = [];
  for (const [tenant_id, own] of Map.groupBy(items, tenantOf)) {
    const account = own.find(({ kind }) => kind === 'account')?.item;
    const isBusiness = tenant_id.startsWith('biz_');
    const made =
      isBusiness && (await aBusiness(machine, 'sandbox', { tenant_id, id: account?.id }));
    for (const one of own) await put(one);
    // Some items are the service's own, and no business asks for them.
    const call = made ? callerOf(made.baseUrl, made.secret_key) : () => assert.fail('no business');
    placed.push(...own.map((one) => ({ ...one, call })));
  }
  return placed;
};

/** Calls as a business, whose items a release may have stored or not. */
const callerAs = async (tenant_id: string, placed: readonly Placed[]): Promise<Caller> => {
  const known = placed.find((one) => tenantOf(one) === tenant_id)?.call ?? others.get(tenant_id);
  if (known) return known;
  const { baseUrl, secret_key } = await aBusiness(machine, 'sandbox', { tenant_id });
  const call = callerOf(baseUrl, secret_key);
  others.set(tenant_id, call);
  return call;
};
const others = new Map<string, Caller>();

const ids = async (call: Caller, path: string, cursor?: string): Promise<string[]> => {
  const query = [['limit', '100'], ...(cursor ? [['cursor', cursor]] : [])] as [string, string][];
  const { status, body, text } = await call({ method: 'GET', path, query });
  assert.deepEqual([status, body?.unreadable], [200, 0], text);
  const found = body.data.map(({ id, request_id }: Any) => id ?? request_id);
  return body.next_cursor ? [...found, ...(await ids(call, path, body.next_cursor))] : found;
};

const named = ({ kind, state }: StoredItem): string => `${kind} ${state.join(' ')}`;

/** Another file of a release; undefined of the one that is older than such files. */
const readIfStored = (release: string, file: string): Any => {
  const path = new URL(`../../fixtures/stored/${release}/${file}.json`, import.meta.url);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

/** For events to be fanned out and delivered, and for a redaction to end, in the time of the World. */
const delivered_ms = 10_000;
const redacted_ms = durations.redaction_lag_ms + 4 * 60_000;

for (const { name, at } of releases)
  describe(`what ${name} stored`, () => {
    let placed: Placed[] = [];
    before(async () => {
      if (at > clock.now()) clock.take(at - clock.now());
      placed = await place(name);
    });

    test('is read', async () => {
      const wrong: string[] = [];
      for (const one of placed.filter(isAsked)) {
        const path = asked[one.kind]?.get(one.item) ?? '';
        await put(one);
        const { status, text } = await one.call({ method: 'GET', path });
        if (status !== 200) wrong.push(`${named(one)} ${path} ${status} ${text}`);
      }
      assert.deepEqual(wrong, []);
    });

    test('is in lists, none of which lacks an item', async () => {
      const lists = new Map<string, Promise<string[]>>();
      const slots = new Set(
        placed.filter(({ kind }) => kind === 'webhook-slot').map(({ item }) => item.webhook_id),
      );
      const missing: string[] = [];
      for (const one of placed.filter(isAsked)) {
        const { list, get } = asked[one.kind] ?? {};
        // A webhook is listed by its slot, which is an item of its own.
        if (!list || !get || (one.kind === 'webhook' && !slots.has(idOf(one.item)))) continue;
        const of = `${tenantOf(one)} ${list}`;
        const listed = lists.get(of) ?? ids(one.call, list);
        lists.set(of, listed);
        const id = get(one.item).split('/').at(-1) ?? '';
        if (!(await listed).includes(id)) missing.push(`${named(one)} ${id}`);
      }
      assert.deepEqual(missing, []);
      assert.ok(lists.size > 20, `only ${lists.size} lists`);
    });

    test('continues its lists by the cursors that it gave out', async () => {
      for (const { tenant_id, path, cursor } of readIfStored(name, 'cursors') ?? []) {
        const query = [
          ['limit', '1'],
          ['cursor', cursor],
        ] as const;
        const call = await callerAs(tenant_id, placed);
        const { status, text } = await call({ method: 'GET', path, query });
        assert.equal(status, 200, text);
      }
    });

    test('is changed', async () => {
      const [wrong, changed] = [[] as string[], new Set<string>()];
      const expected = new Set<string>();
      for (const one of placed) {
        const { change } = asked[one.kind] ?? {};
        const state = changedIn[one.kind]?.find((each) => one.state.includes(each));
        if (!change || !state) continue;
        expected.add(`${one.kind} ${state}`);
        await put(one);
        const [method, path, body] = change(one.item);
        const answer = await one.call({ method, path, body });
        if (answer.status < 300) changed.add(`${one.kind} ${state}`);
        // A change may need another item that was not stored: 404, 409 or 503.
        if (answer.status === 500) wrong.push(`${named(one)} ${path} ${answer.text}`);
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual([...expected.difference(changed)], [], 'no item of this state was changed');
    });

    test('is delivered: each of its events arrives at an endpoint of today', async (t) => {
      const endpoint = await anEndpoint(t);
      const events = placed.filter(({ kind }) => kind === 'event');
      for (const [tenant_id, [one]] of Map.groupBy(events, tenantOf)) {
        const body = { url: endpoint.url, event_types: ['*'] };
        const { status, text } =
          (await one?.call({ method: 'POST', path: '/webhooks', body })) ?? {};
        assert.equal(status, 201, text);
        // A webhook gets nothing from before it was made.
        for (const item of await tables.items('resources', tenant_id))
          if (item.url === endpoint.url)
            await tables.set('resources', item, { created_at: new Date(0).toISOString() });
      }
      const fanOut = queues.byName(queueName('sandbox', 'webhooks'), 'eu-west-1');
      for (const { item } of events) fanOut?.send(JSON.stringify({ detail: noticeOf(item) }));
      await clock.advance(delivered_ms);
      const arrived = new Set(endpoint.arrivals.map(({ id }) => id));
      const missing = events.filter(({ item }) => !arrived.has(eventOf(item).event_id));
      assert.deepEqual(missing.map(named), []);
      assert.ok(events.length > 20, `only ${events.length} events`);
    });

    test('is understood: its messages by the workers of today, its log lines by what records requests', async () => {
      const messages: Readonly<Record<string, object>> = readIfStored(name, 'queue-messages') ?? {};
      for (const [kind, message] of Object.entries(messages)) {
        const queue = queuesOfKinds[kind as keyof typeof queuesOfKinds];
        queues.byName(queueName('sandbox', queue), 'eu-west-1')?.send(JSON.stringify(message));
      }
      const printed = machine.logs.lines().length;
      await clock.advance(delivered_ms);
      const failed = machine.logs.lines().slice(printed);
      assert.deepEqual(
        failed.map(({ line }) => line).filter((line) => line.includes('cannot read the message')),
        [],
      );
      const lines: Readonly<Record<string, string>> = readIfStored(name, 'log-lines') ?? {};
      for (const [status, line] of Object.entries(lines)) {
        const request = requestIn(line)?.request ?? assert.fail(line);
        assert.equal(`${Math.floor(request.status / 100)}xx`, status);
        assert.deepEqual(
          Object.values(request).filter((value) => value === undefined),
          [],
          line,
        );
      }
    });

    test('is redacted', async () => {
      // One of each state, since each takes as long as all others together.
      const all = placed.filter(({ kind }) => kind === 'customer');
      const customers = [...Map.groupBy(all, named).values()].flatMap(([first]) => first ?? []);
      const redacted: Placed[] = [];
      for (const one of customers) {
        await put(one);
        const path = `/customers/${idOf(one.item)}`;
        await one.call({ method: 'POST', path: `${path}/close` });
        const { status, text } = await one.call({ method: 'POST', path: `${path}/redact` });
        assert.ok(status < 500, text);
        if (status < 300) redacted.push(one);
      }
      assert.ok(redacted.length > 3, `only ${redacted.length} customers`);
      await clock.advance(redacted_ms);
      const left: string[] = [];
      for (const one of redacted) {
        const { body } = await one.call({ method: 'GET', path: `/customers/${idOf(one.item)}` });
        if (body.redaction?.status !== 'done') left.push(`${named(one)} ${body.redaction?.status}`);
      }
      assert.deepEqual(left, []);
    });
  });
