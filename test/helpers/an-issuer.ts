import { decideAuthorization, settleAuthorization } from '../../functions/authorizations/authorize.ts';
import type { AuthorizationSubject } from '../../functions/authorizations/model.ts';
import type { AuthorizationNotice } from '../../functions/authorizations/settlement.ts';
import { type AuthorizationFilter, pageOfAuthorizations } from '../../functions/authorizations/table.ts';
import { readSpending } from '../../functions/cards/context.ts';
import type { Card } from '../../functions/cards/model.ts';
import { saveCard } from '../../functions/cards/table.ts';
import { saveCustomer } from '../../functions/customers/table.ts';
import type { Database } from '../../functions/dynamodb/client.ts';
import { keys, partitions } from '../../functions/dynamodb/keys.ts';
import { storesOf } from '../../functions/dynamodb/stores.ts';
import { isNew } from '../../functions/dynamodb/writes.ts';
import { saveActivation } from '../../functions/features/table.ts';
import { idsAt } from '../../functions/new-id.ts';
import type { Work } from '../../functions/unit-of-work.ts';
import { aSubject } from './fixtures/authorizations.ts';
import { aCard, now } from './fixtures/cards.ts';
import { anIndividual } from './fixtures/customers.ts';
import { someActivations } from './fixtures/features.ts';
import { memoryConnection, memoryDatabase } from './memory-table.ts';

const { tenant_id } = aCard();
/** Whose card it is. */
export const customer = anIndividual({ tenant_id });
/** A card that may spend so much a day. */
export const limitedTo = (amount: number): Partial<Card> => ({
  spending_controls: { ...aCard().spending_controls, limits: [{ amount, interval: 'daily' }] },
});

/** A business with one card, and an issuer that asks and tells. `before` and `after` surround every transaction. */
export const anIssuer = (over: Partial<Card> = {}, { before = nothing, after = nothing } = {}) => {
  const memory = aBusinessWith(over);
  const trips: string[] = [];
  const working = (at: Date) => workingOn(memory, { trips, before, after }, at);
  return {
    ...memory,
    /** What was asked of the database, in order: the round trips. */
    trips,
    asks: (subject: Partial<AuthorizationSubject> = {}, at = now) =>
      decideAuthorization(working(at), { subject: aSubject(subject) }),
    /** Asks for more, so that this would be held in all. */
    raises: (amount: number, at = now) =>
      decideAuthorization(working(at), { subject: aSubject({ amount }), increment: { asked_at: at.toISOString() } }),
    tells: (notice: AuthorizationNotice, subject: Partial<AuthorizationSubject> = {}, at = now) =>
      settleAuthorization(working(at), aSubject(subject), notice),
    events: () => eventsIn(memory.db),
    told: async () => (await eventsIn(memory.db)).map(({ type }) => type),
    spending: () => readSpending(memory.db, aCard(over)),
    spent: async () => (await readSpending(memory.db, aCard(over))).counters.daily.spent,
    all: async (filter: AuthorizationFilter = {}) =>
      (await pageOfAuthorizations(memory.db, { tenant: tenant_id, cardId: aCard().id }, filter, { limit: 100 })).items,
  };
};

const nothing = () => undefined;

const aBusinessWith = (over: Partial<Card>) => {
  const account_id = 'acct_1';
  const account = { key: keys.account(tenant_id, account_id), item: { currency: 'USD' } };
  const owner = { key: keys.tenant(tenant_id), item: { account_id } };
  return memoryDatabase([
    ...[account, owner].map((one) => ({ kind: 'put', when: isNew, ...one }) as const),
    ...saveCustomer(customer),
    ...someActivations(customer, ['virtual_cards'], now).map((one) => saveActivation(one)),
    saveCard(aCard(over)),
  ]);
};

type Surroundings = { readonly trips: string[]; readonly before: () => void; readonly after: () => void };

const workingOn = (
  memory: ReturnType<typeof memoryDatabase>,
  { trips, before, after }: Surroundings,
  at: Date,
): Work => {
  const counted =
    <Args extends unknown[], T>(name: string, call: (...args: Args) => Promise<T>) =>
    (...args: Args) => {
      trips.push(name);
      return call(...args);
    };
  const sent = () => {
    trips.push('commit');
    before();
  };
  const { get, batch } = memory.db;
  const connection = memoryConnection(memory, sent, after);
  return {
    ...storesOf(connection),
    db: { ...memory.db, get: counted('get', get), batch: counted('batch', batch) },
    deadline: { now: at, deadline: Date.now() + 60_000 },
    cause: {
      ...{ request_id: 'request-1', idempotency_key: null, environment: 'sandbox' },
      ...{ actor: { type: 'system', id: 'issuer' }, now: at, newId: idsAt(at) },
    },
  };
};

/** Events of one moment lie in no order; of one resource they are told apart by their sequence. */
const eventsIn = async (db: Database) => {
  const partition = partitions.eventsOfTenant(tenant_id);
  const { items } = await db.query({ table: 'outbox', index: 'by_tenant', partition, limit: 1_000 });
  return items
    .map(({ type, sequence, resource, customer_id }) => ({ type, sequence: Number(sequence), resource, customer_id }))
    .toSorted((one, other) => one.sequence - other.sequence);
};
