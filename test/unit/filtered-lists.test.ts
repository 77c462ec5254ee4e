import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Delivery } from '../../functions/domain/deliveries/delivery.ts';
import { pageOfCards, saveCard } from '../../functions/store/cards/cards.ts';
import type { Write } from '../../functions/store/change.ts';
import { pageOfCustomers, saveCustomer } from '../../functions/store/customers/customers.ts';
import { saveDelivery } from '../../functions/store/deliveries/deliveries.ts';
import { pageOfDeliveries } from '../../functions/store/deliveries/list.ts';
import { pageOfEvents } from '../../functions/store/events/list.ts';
import type { Page, Wanted } from '../../functions/store/list.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { memoryDatabase } from '../helpers/memory-table.ts';
import { aCard, now } from '../helpers/some-cards.ts';
import { anIndividual } from '../helpers/some-customers.ts';
import { anAppendedEvent } from '../helpers/some-events.ts';

const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';
const count = 4_000;
/** Every 100th is rare, so that whoever passes over the others reads for long. */
const isRare = (n: number) => n % 100 === 50;
const numbers = Array.from({ length: count }, (_, n) => n);
const newId = idsAt(now);

const aDelivery = (n: number): Delivery => ({
  status: isRare(n) ? 'failed' : n % 3 === 0 ? 'skipped' : n % 3 === 1 ? 'succeeded' : 'parked',
  attempts_made: 0,
  schedule_step: 0,
  next_attempt_at: null,
  manual_due_at: null,
  due_at: null,
  lease: null,
  completed_at: null,
  id: newId('delivery'),
  tenant_id: tenant,
  event_id: newId('event'),
  event_type: n % 2 === 0 ? 'card.created' : 'customer.created',
  webhook_id: `whk_${Math.floor(n / 100) % 2}`,
  url: 'https://example.com/',
  last_attempt: null,
  first_trigger: 'automatic',
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  version: 1,
});

const anEvent = (n: number): Write =>
  anAppendedEvent({
    id: newId('event'),
    type: isRare(n) ? 'card.closed' : 'card.created',
    created_at: now.toISOString(),
    tenant_id: tenant,
    customer_id: `cus_${n % 2}`,
    resource: { id: `card_${n}`, object: 'card' },
  });

const aStoredCard = (n: number) =>
  aCard({
    id: newId('card'),
    tenant_id: tenant,
    state: isRare(n) ? 'frozen' : 'active',
    type: n % 200 === 50 ? 'physical' : 'virtual',
  });

const aCustomer = (n: number) =>
  anIndividual({
    id: newId('customer'),
    tenant_id: tenant,
    email: 'ada@example.com',
    status: isRare(n) ? 'suspended' : 'active',
    verification: { status: n % 200 === 50 ? 'rejected' : 'unverified', level: null, verified_at: null },
  });

type Reads = ReturnType<typeof memoryDatabase>;
type List = (db: Reads['db'], below: string | undefined, limit: number) => Promise<Page<object>>;

const deliveries = memoryDatabase(numbers.map((n) => saveDelivery(aDelivery(n))));
const events = memoryDatabase(numbers.map(anEvent));
const cards = memoryDatabase(numbers.map((n) => saveCard(aStoredCard(n))));
const customers = memoryDatabase(numbers.flatMap((n) => saveCustomer(aCustomer(n))));

const by =
  (pageOf: (db: Reads['db'], tenant: string, filter: object, wanted: Wanted) => Promise<Page<object>>) =>
  (filter: object): List =>
  (db, below, limit) =>
    pageOf(db, tenant, filter, { limit, below });
const deliveriesBy = by(pageOfDeliveries);
const cardsBy = by(pageOfCards);
const customersBy = by(pageOfCustomers);
const eventsBy = by(pageOfEvents);

/** What people ask for, how many of the 4 000 fit, and the list that must answer it in full pages. */
const lists: readonly [name: string, reads: Reads, fitting: number, list: List][] = [
  ['failed deliveries', deliveries, 40, deliveriesBy({ status: 'failed' })],
  ['deliveries that arrived', deliveries, 1_320, deliveriesBy({ status: 'succeeded' })],
  ['undelivered deliveries', deliveries, 2_680, deliveriesBy({ status: 'undelivered' })],
  ['failed deliveries of a webhook', deliveries, 20, deliveriesBy({ status: 'failed', webhook_id: 'whk_1' })],
  ['failed deliveries of a type', deliveries, 40, deliveriesBy({ status: 'failed', event_type: 'card.created' })],
  ['events of a type', events, 40, eventsBy({ type: 'card.closed' })],
  ['events of a type and a customer', events, 40, eventsBy({ type: 'card.closed', customer_id: 'cus_0' })],
  ['cards of a status', cards, 40, cardsBy({ status: 'frozen' })],
  ['cards of a type', cards, 20, cardsBy({ type: 'physical' })],
  ['cards of a status and a type', cards, 20, cardsBy({ status: 'frozen', type: 'physical' })],
  ['customers of a status', customers, 40, customersBy({ status: 'suspended' })],
  ['customers of a verification', customers, 20, customersBy({ verification_status: 'rejected' })],
  ['customers of both', customers, 20, customersBy({ status: 'suspended', verification_status: 'unverified' })],
];

for (const limit of [7, 25, 100])
  describe(`pages of ${limit}`, () => {
    for (const [name, { db, asked }, fitting, list] of lists)
      test(`${name}: every page is full, or the list is over`, async () => {
        const seen = new Set<object>();
        let below: string | undefined;
        do {
          Object.assign(asked, { queries: 0, entries: 0, batches: 0 });
          const page = await list(db, below, limit);
          for (const item of page.items) seen.add(item);
          assert.ok(
            page.next === null || page.items.length === limit,
            `${page.items.length} of ${limit}, and more follow`,
          );
          assert.ok(asked.batches <= 1, `${asked.batches} times to the table`);
          below = page.next ?? undefined;
        } while (below !== undefined);
        assert.equal(seen.size, fitting);
      });
  });

test('what no index answers is looked for among 3 000 entries and no more, of however many places', async () => {
  for (const filter of [
    { status: 'undelivered', webhook_id: 'whk_9' },
    { status: 'succeeded', webhook_id: 'whk_9' },
    { event_type: 'card.closed' },
  ]) {
    const { db, asked } = deliveries;
    Object.assign(asked, { queries: 0, entries: 0, batches: 0 });
    const { items } = await pageOfDeliveries(db, tenant, filter, { limit: 25 });
    assert.deepEqual([items, asked.batches], [[], 0]);
    assert.ok(asked.entries <= 3_000, `${asked.entries} entries`);
  }
});

test('what few things have at once is read for so long and no longer, and the page then says that more follow', async () => {
  const { db, asked } = customers;
  Object.assign(asked, { queries: 0, entries: 0, batches: 0 });
  const page = await pageOfCustomers(db, tenant, { email: 'ada@example.com', status: 'closed' }, { limit: 10 });
  assert.deepEqual([page.items, typeof page.next], [[], 'string']);
  assert.ok(asked.queries <= 3 && asked.batches <= 3, JSON.stringify(asked));
});
