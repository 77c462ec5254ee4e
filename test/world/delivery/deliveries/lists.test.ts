import '../../process.ts';
import assert from 'node:assert/strict';
import { done } from '../../../helpers/call.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { sink } from '../../../helpers/sink.ts';
import { test } from '../../../helpers/tests.ts';
import { isNow, webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock } = await world();
const business = await aBusiness();
const { ask, create, test: send } = webhooksOf(business);
const webhook = await create({ url: `${sink}/hook`, event_types: ['customer.*'] });
const off = await create({ url: `${sink}/hook`, event_types: ['customer.created'] });
await ask('POST', `/webhooks/${off.id}/disable`);
const customers: Any[] = [];
for (const action of [undefined, 'suspend', 'close']) {
  const customer = await aCustomer(business);
  // Lists are in the order of time.
  await clock.advance(1);
  customers.push(action ? await done(business, `/customers/${customer.id}/${action}`) : customer);
  await clock.advance(1);
}
await send(webhook);
await clock.advance(1_000);

/** Every page of a list, in its order. */
const all = async (path: string, limit = 100): Promise<Any[]> => {
  const found: Any[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page = await ask('GET', `${path}${query}`);
    assert.ok(page.data.length <= limit);
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
};

const idsOf = (items: readonly Any[]) => items.map(({ id }) => id);

const deliveries = await all('/deliveries');
const events = await all('/events');

test('each filter of deliveries, and several together, keep what fits and nothing else', async () => {
  const statusesOf = ({ id }: Any) =>
    deliveries.filter(({ webhook_id }) => webhook_id === id).map(({ status }) => status);
  assert.deepEqual(
    [statusesOf(webhook), statusesOf(off)],
    [Array(6).fill('succeeded'), Array(3).fill('suppressed')],
  );
  const [event_id] = idsOf(events.filter(({ type }) => type === 'customer.created'));
  const filters: readonly Readonly<Record<string, string>>[] = [
    { webhook_id: webhook.id },
    { event_id },
    { event_type: 'customer.created' },
    { status: 'succeeded' },
    { status: 'suppressed' },
    { status: 'failed' },
    { webhook_id: off.id, status: 'suppressed' },
    { webhook_id: off.id, status: 'succeeded' },
    { webhook_id: webhook.id, event_id },
    { webhook_id: webhook.id, event_type: 'customer.suspended', status: 'succeeded' },
    { event_id, status: 'suppressed' },
  ];
  for (const filter of filters) {
    const fitting = deliveries.filter((one) =>
      Object.entries(filter).every(([name, value]) => one[name] === value),
    );
    for (const limit of [1, 100]) {
      const found = await all(`/deliveries?${new URLSearchParams(filter)}`, limit);
      assert.deepEqual(idsOf(found), idsOf(fitting), `${JSON.stringify(filter)} by ${limit}`);
    }
  }
  const undelivered = idsOf(await all('/deliveries?status=undelivered'));
  assert.deepEqual(undelivered, idsOf(deliveries.filter(isNow('suppressed'))));
});

test('events are filtered by type, resource and customer, and a timeline is those of its customer', async () => {
  const [, suspended] = customers;
  const ofCustomer = events.filter(({ customer_id }) => customer_id === suspended.id);
  assert.deepEqual(
    ofCustomer.map(({ type }) => type),
    ['customer.suspended', 'customer.created'],
  );
  const filters: readonly (readonly [string, (event: Any) => boolean])[] = [
    [`resource_id=${suspended.id}`, ({ resource }) => resource.id === suspended.id],
    [`resource_id=${off.id}`, ({ resource }) => resource.id === off.id],
    [`customer_id=${suspended.id}`, ({ customer_id }) => customer_id === suspended.id],
    ['type=customer.created', ({ type }) => type === 'customer.created'],
    [
      `customer_id=${suspended.id}&type=customer.created`,
      (one) => ofCustomer.includes(one) && one.sequence === 1,
    ],
    [`resource_id=${suspended.id}&customer_id=${suspended.id}`, (one) => ofCustomer.includes(one)],
    [`resource_id=${suspended.id}&customer_id=${customers[0].id}`, () => false],
  ];
  for (const [query, fits] of filters) {
    for (const limit of [1, 100]) {
      assert.deepEqual(
        idsOf(await all(`/events?${query}`, limit)),
        idsOf(events.filter(fits)),
        `${query} by ${limit}`,
      );
    }
  }
  assert.deepEqual(await all(`/customers/${suspended.id}/timeline`), ofCustomer);
});
