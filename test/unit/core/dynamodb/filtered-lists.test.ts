import assert from 'node:assert/strict';
import type { Page, PageRequest } from '../../../../functions/core/dynamodb/list.ts';
import type { Write } from '../../../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { pageOfEvents } from '../../../../functions/core/outbox/table.ts';
import { pageOfDeliveries } from '../../../../functions/delivery/deliveries/list-table.ts';
import type { Delivery } from '../../../../functions/delivery/deliveries/model.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import { pageOfCustomers } from '../../../../functions/identity/customers/list-table.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { announceDocument } from '../../../../functions/identity/documents/model.ts';
import { pageOfDocuments, saveDocument } from '../../../../functions/identity/documents/table.ts';
import {
  readRequirements,
  withRequirements,
} from '../../../../functions/identity/verifications/open-requirements.ts';
import {
  pageOfVerifications,
  saveVerification,
} from '../../../../functions/identity/verifications/table.ts';
import { pageOfCards, saveCard } from '../../../../functions/issuing/cards/table.ts';
import { durations } from '../../../helpers/durations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { aCompletePerson, anIndividual } from '../../../helpers/fixtures/customers.ts';
import { anAppendedEvent } from '../../../helpers/fixtures/events.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { type TestDatabase, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';
const count = 4_000;
/** Every 100th is rare, so that passing over the others takes long. */
const isRare = (n: number) => n % 100 === 50;
const numbers = Array.from({ length: count }, (_, n) => n);
/** All that are rare, and a fifth of the others: enough where nothing is passed over. */
const fewer = numbers.filter((n) => isRare(n) || n % 5 === 1);
const newId = idsAt(now);

const aDelivery = (n: number): Delivery => ({
  status: isRare(n) ? 'failed' : n % 3 === 0 ? 'suppressed' : n % 3 === 1 ? 'succeeded' : 'paused',
  attempts_made: 0,
  schedule_step: 0,
  next_attempt_at: null,
  manual_due_at: null,
  scheduled_at: null,
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
    verification: {
      status: n % 200 === 50 ? 'rejected' : 'unverified',
      level: null,
      verified_at: null,
    },
  });

const aDocument = (n: number) => {
  const said = { type: 'passport', content_type: 'image/jpeg', size_bytes: 1 } as const;
  const made = {
    id: newId('document'),
    tenant_id: tenant,
    customer_id: `cus_${n % 2}`,
    now,
    durations,
  };
  return saveDocument({
    ...announceDocument(said, made).after,
    status: isRare(n) ? 'rejected' : 'accepted',
  });
};

const aVerification = (n: number) => {
  const of = { id: newId('verification'), tenant_id: tenant, customer_id: `cus_${n % 2}` };
  return saveVerification(
    aStoredVerification({
      ...of,
      status: isRare(n) ? 'processing' : 'verified',
      reviewing: n % 200 === 50,
    }),
  );
};

type List = (
  db: TestDatabase['db'],
  below: string | undefined,
  limit: number,
) => Promise<Page<object>>;

const deliveries = testDatabase(numbers.map((n) => saveDelivery(aDelivery(n))));
const events = testDatabase(fewer.map(anEvent));
const cards = testDatabase(fewer.map((n) => saveCard(aStoredCard(n))));
const customers = testDatabase(numbers.flatMap((n) => saveCustomer(aCustomer(n))));

const documents = testDatabase(fewer.map(aDocument));
const verifications = testDatabase(fewer.flatMap(aVerification));

const by =
  (
    pageOf: (
      db: TestDatabase['db'],
      tenant: string,
      filter: object,
      wanted: PageRequest,
    ) => Promise<Page<object>>,
  ) =>
  (filter: object): List =>
  (db, below, limit) =>
    pageOf(db, tenant, filter, { limit, below });
const deliveriesBy = by(pageOfDeliveries);
const cardsBy = by(pageOfCards);
const customersBy = by(pageOfCustomers);
const eventsBy = by(pageOfEvents);
const documentsBy = by(pageOfDocuments);
const verificationsBy = by(pageOfVerifications);

/**
 * The filters that people ask for, how many fit, and the list that must answer each in full pages. An index answers; of a
 * customer's, its entries are filtered.
 */
const lists: readonly [name: string, reads: TestDatabase, fitting: number, list: List][] = [
  ['failed deliveries', deliveries, 40, deliveriesBy({ status: 'failed' })],
  ['deliveries that arrived', deliveries, 1_320, deliveriesBy({ status: 'succeeded' })],
  ['undelivered deliveries', deliveries, 2_680, deliveriesBy({ status: 'undelivered' })],
  [
    'failed deliveries of a webhook',
    deliveries,
    20,
    deliveriesBy({ status: 'failed', webhook_id: 'whk_1' }),
  ],
  [
    'failed deliveries of a type',
    deliveries,
    40,
    deliveriesBy({ status: 'failed', event_type: 'card.created' }),
  ],
  ['events of a type', events, 40, eventsBy({ type: 'card.closed' })],
  [
    'events of a type and a customer',
    events,
    40,
    eventsBy({ type: 'card.closed', customer_id: 'cus_0' }),
  ],
  ['cards of a status', cards, 40, cardsBy({ status: 'frozen' })],
  ['cards of a type', cards, 20, cardsBy({ type: 'physical' })],
  ['cards of a status and a type', cards, 20, cardsBy({ status: 'frozen', type: 'physical' })],
  ['customers of a status', customers, 40, customersBy({ status: 'suspended' })],
  ['customers of a verification', customers, 20, customersBy({ verification_status: 'rejected' })],
  ['documents', documents, 840, documentsBy({})],
  ['documents of a customer', documents, 400, documentsBy({ customer_id: 'cus_1' })],
  ['documents of a status', documents, 40, documentsBy({ status: 'rejected' })],
  ['documents of both', documents, 40, documentsBy({ customer_id: 'cus_0', status: 'rejected' })],
  ['verifications', verifications, 840, verificationsBy({})],
  ['verifications of a customer', verifications, 400, verificationsBy({ customer_id: 'cus_1' })],
  ['verifications of a status', verifications, 40, verificationsBy({ status: 'processing' })],
  [
    'verifications of both',
    verifications,
    40,
    verificationsBy({ customer_id: 'cus_0', status: 'processing' }),
  ],
  [
    'verifications that wait for a person',
    verifications,
    20,
    verificationsBy({ reviewing: 'true' }),
  ],
  [
    'customers of both',
    customers,
    20,
    customersBy({ status: 'suspended', verification_status: 'unverified' }),
  ],
];

const filtered = new Set([
  'events of a type and a customer',
  'documents of both',
  'verifications of both',
]);

for (const limit of [7, 25, 100])
  describe(`pages of ${limit}`, () => {
    for (const [name, { db, sent, asked }, fitting, list] of lists)
      test(`${name}: every page is full, or the list is over`, async () => {
        const seen = new Set<object>();
        // One index has up to five places, each of which is read for a page and one more.
        const entries_max = filtered.has(name) ? 3_000 : Math.max(200, 5 * (limit + 1));
        let below: string | undefined;
        do {
          sent.length = 0;
          const page = await list(db, below, limit);
          for (const item of page.items) seen.add(item);
          assert.ok(
            page.next === null || page.items.length === limit,
            `${page.items.length} of ${limit}, and more follow`,
          );
          assert.ok(asked().batches <= 1, `${asked().batches} times to the table`);
          assert.ok(asked().entries <= entries_max, `${asked().entries} entries`);
          below = page.next ?? undefined;
        } while (below !== undefined);
        assert.equal(seen.size, fitting);
      });
  });

test('what an index shows where it no longer is is left out, whatever is filtered by', async () => {
  const [waiting] = saveVerification(
    aStoredVerification({ tenant_id: tenant, status: 'processing', reviewing: true }),
  );
  assert.ok(waiting?.kind === 'put');
  const moved = { ...waiting, item: { ...waiting.item, status: 'verified', reviewing: false } };
  const { db } = testDatabase([moved]);
  for (const filter of [{ status: 'processing' }, { reviewing: 'true' }] as const)
    assert.deepEqual(await pageOfVerifications(db, tenant, filter, { limit: 10 }), {
      items: [],
      next: null,
    });
  const awaited = aDocument(1);
  assert.ok(awaited.kind === 'put');
  const late = testDatabase([{ ...awaited, item: { ...awaited.item, status: 'expired' } }]);
  const page = await pageOfDocuments(late.db, tenant, { status: 'accepted' }, { limit: 10 });
  assert.deepEqual(page, { items: [], next: null });
});

test('what verifications of a page still require is asked for at once, and is what each requires alone', async () => {
  const open = numbers.slice(0, 60).flatMap(() => {
    const customer = aCompletePerson({
      id: newId('customer'),
      tenant_id: tenant,
      external_id: null,
    });
    const of = { tenant_id: tenant, customer_id: customer.id };
    const said = { type: 'passport', content_type: 'image/jpeg', size_bytes: 1 } as const;
    const document = announceDocument(said, { ...of, id: newId('document'), now, durations }).after;
    const verification = aStoredVerification({
      ...of,
      id: newId('verification'),
      document_ids: [document.id],
    });
    return { verification, writes: [...saveCustomer(customer), saveDocument(document)] };
  });
  const { db, asked } = testDatabase(open.flatMap(({ writes }) => writes));
  const verified = aStoredVerification({ status: 'verified' });
  const all = await withRequirements(db, [
    ...open.map(({ verification }) => verification),
    verified,
  ]);
  // A customer and a document each.
  assert.deepEqual([asked().batches, asked().queries], [2, 60]);
  for (const [verification, requirementsOf] of all) {
    const requirements = requirementsOf();
    assert.deepEqual(requirements, await readRequirements(db, verification));
    const paths = requirements.currently_due.map(({ resolve_with }) => resolve_with?.path);
    const [document] = verification.document_ids;
    const { customer_id, status } = verification;
    const due = [`documents/${document}`, `customers/${customer_id}/documents`];
    assert.deepEqual(paths, status === 'verified' ? [] : due);
  }
});

test('what no index answers is looked for among 3 000 entries and no more, of however many places', async () => {
  for (const filter of [
    { status: 'undelivered', webhook_id: 'whk_9' },
    { status: 'succeeded', webhook_id: 'whk_9' },
    { event_type: 'card.closed' },
  ]) {
    const { db, sent, asked } = deliveries;
    sent.length = 0;
    const { items } = await pageOfDeliveries(db, tenant, filter, { limit: 25 });
    assert.deepEqual([items, asked().batches], [[], 0]);
    assert.ok(asked().entries <= 3_000, `${asked().entries} entries`);
  }
});

test('what few things have at once is read for so long and no longer, and the page then says that more follow', async () => {
  const { db, sent, asked } = customers;
  sent.length = 0;
  const page = await pageOfCustomers(
    db,
    tenant,
    { email: 'ada@example.com', status: 'closed' },
    { limit: 10 },
  );
  assert.deepEqual([page.items, typeof page.next], [[], 'string']);
  assert.ok(asked().queries <= 3 && asked().batches <= 3, JSON.stringify(asked()));
});
