import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { saveActivation } from '../../functions/identity/features/table.ts';
import { decideAuthorization } from '../../functions/issuing/authorizations/decide.ts';
import type { AuthorizationSubject } from '../../functions/issuing/authorizations/model.ts';
import type {
  AuthorizationNotice,
  TransactionNotice,
} from '../../functions/issuing/authorizations/settlement.ts';
import {
  type AuthorizationFilter,
  pageOfAuthorizations,
} from '../../functions/issuing/authorizations/table.ts';
import { readSpending } from '../../functions/issuing/cards/context.ts';
import type { Card } from '../../functions/issuing/cards/model.ts';
import { saveCard } from '../../functions/issuing/cards/table.ts';
import { applyNotice, applyUnlinked } from '../../functions/issuing/transactions/record.ts';
import { pageOfTransactions } from '../../functions/issuing/transactions/table.ts';
import { anAccount } from './fixtures/accounts.ts';
import { aSubject } from './fixtures/authorizations.ts';
import { aCard, now } from './fixtures/cards.ts';
import { anIndividual } from './fixtures/customers.ts';
import { someActivations } from './fixtures/features.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
import { workAt } from './work.ts';

const { tenant_id } = aCard();
/** The customer whose card it is. */
export const customer = anIndividual({ tenant_id });
/** A card that may spend so much a day. */
export const limitedTo = (amount: number): Partial<Card> => ({
  spending_controls: { ...aCard().spending_controls, limits: [{ amount, interval: 'daily' }] },
});

/** A business with one card, and an issuer that asks and notifies. `before` and `after` surround every transaction. */
export const anIssuer = (over: Partial<Card> = {}, { before = nothing, after = nothing } = {}) => {
  const trips: string[] = [];
  const memory = testDatabase(aBusinessWith(over), {
    before: ({ operation }) => {
      const trip = tripNames[operation];
      if (trip) trips.push(trip);
      if (trip === 'commit') before();
    },
    after: ({ operation }) => {
      if (tripNames[operation] === 'commit') after();
    },
  });
  const working = (at: Date) => workingOn(memory, at);
  /** A read of the test is no trip of the issuer's. */
  const unseen = async <T>(read: () => Promise<T>): Promise<T> => {
    const before = trips.length;
    const found = await read();
    trips.length = before;
    return found;
  };
  const spending = () => unseen(() => readSpending(memory.db, aCard(over)));
  return {
    ...memory,
    /** The calls to the database, in order: the round trips. */
    trips,
    asks: (subject: Partial<AuthorizationSubject> = {}, at = now) =>
      decideAuthorization(working(at), { subject: aSubject(subject) }, inTime()),
    /** Asks for more, so that this would be held in all. */
    raises: (amount: number, at = now) =>
      decideAuthorization(
        working(at),
        { subject: aSubject({ amount }), increment: { asked_at: at.toISOString() } },
        inTime(),
      ),
    notifies: (
      notice: AuthorizationNotice,
      subject: Partial<AuthorizationSubject> = {},
      at = now,
    ) => applyNotice(working(at), aSubject(subject), notice),
    /** Reports a transaction that belongs to no authorization. */
    reports: (transaction: TransactionNotice, at = now) =>
      applyUnlinked(working(at), {
        tenant_id,
        card_id: aCard().id,
        issuer: 'simulator',
        transaction,
      }),
    transactions: async (filter: Parameters<typeof pageOfTransactions>[2] = {}) =>
      (await unseen(() => pageOfTransactions(memory.db, tenant_id, filter, { limit: 100 }))).items,
    events: async () => eventsIn(memory),
    eventTypes: async () => eventsIn(memory).map(({ type }) => type),
    spending,
    spent: async () => (await spending()).counters.daily.spent,
    all: async (filter: AuthorizationFilter = {}) => {
      const of = { tenant: tenant_id, cardId: aCard().id };
      return (await unseen(() => pageOfAuthorizations(memory.db, of, filter, { limit: 100 })))
        .items;
    },
  };
};

const nothing = () => undefined;

const inTime = () => ({ began_ms: Date.now(), answer_by_ms: Date.now() + 1_500 });

/** Queries are of tests alone, and not counted. */
const tripNames: Readonly<Record<string, string>> = {
  Get: 'get',
  BatchGet: 'batch',
  TransactWrite: 'commit',
};

const aBusinessWith = (over: Partial<Card>): Write[] => [
  ...anAccount(tenant_id),
  ...saveCustomer(customer),
  ...someActivations(customer, ['virtual_cards'], now).map((one) => saveActivation(one)),
  saveCard(aCard(over)),
];

const workingOn = ({ connection }: TestDatabase, at: Date) => workAt(at, storesOf(connection));

/** Events of one moment have no order; those of one resource have their sequence. */
const eventsIn = ({ everything }: TestDatabase) =>
  everything('outbox')
    .map(({ type, sequence, resource, customer_id }) => ({
      type,
      sequence: Number(sequence),
      resource,
      customer_id,
    }))
    .toSorted((one, other) => one.sequence - other.sequence);
