import assert from 'node:assert/strict';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { saveActivation } from '../../functions/identity/features/table.ts';
import { cancelAbandonedOrder } from '../../functions/issuing/cards/issue.ts';
import { type Card, expiryFrom, type IssuerCard } from '../../functions/issuing/cards/model.ts';
import { takeStep } from '../../functions/issuing/cards/reconcile.ts';
import { cardKeys, cardOf, saveCard } from '../../functions/issuing/cards/table.ts';
import type { IssueRequest, IssueResult } from '../../functions/issuing/issuers/issuer.ts';
import { anAccount } from './fixtures/accounts.ts';
import { aCard } from './fixtures/cards.ts';
import { aCompletePerson, verified } from './fixtures/customers.ts';
import { someActivations } from './fixtures/features.ts';
import { testDatabase } from './test-database.ts';
import { workAt } from './work.ts';

export const day_ms = 86_400_000;
/** The cards of these tests end with August 2030. */
export const expiry = Date.UTC(2030, 8, 1);
export const before = (days: number, more_ms = 0) => new Date(expiry - days * day_ms + more_ms);

/** An issuer that makes the card of an order once, and voids it; `fails` may throw instead of answering. */
const someIssuer = (fails: (call: string) => void) => {
  const orders = new Map<string, IssueRequest | 'voided'>();
  const pushed = new Map<string, IssuerCard['status']>();
  const called = <T>(name: string, act: () => T): T => {
    fails(`${name} before`);
    const answer = act();
    fails(`${name} after`);
    return answer;
  };
  const issue = (order: IssueRequest): IssueResult => {
    if (orders.get(order.id) === 'voided') return { outcome: 'voided' };
    orders.set(order.id, order);
    const expires = expiryFrom(new Date(order.ordered_at));
    return {
      outcome: 'issued',
      card: {
        issuer_reference: order.id,
        brand: 'visa',
        bin: null,
        last4: '0002',
        pin_status: 'unset',
        ...expires,
      },
    };
  };
  return {
    issuer: {
      name: 'simulator',
      issue: async (order: IssueRequest) => called('issue', () => issue(order)),
      void: async (id: string) => void called('void', () => orders.set(id, 'voided')),
      push: async ({ id, status }: IssuerCard) => void pushed.set(id, status),
    },
    pushed,
    issued: () => [...orders.values()].filter((order) => order !== 'voided'),
  };
};

/** A business with a card whose holder may have it. `fails` may kill a call, of the tables or of the issuer. */
export const aBusiness = (card: Card, fails: (call: string) => void = () => undefined) => {
  const { tenant_id, id } = card;
  const customer = aCompletePerson({
    tenant_id,
    verification: verified,
    email: 'ada@example.com',
    phone: '+442079460018',
  });
  const features = someActivations(
    customer,
    ['virtual_cards', 'physical_cards'],
    new Date('2026-11-20'),
  );
  const tables = testDatabase(
    [
      ...anAccount(tenant_id),
      ...[...saveCustomer(customer), ...features.map((one) => saveActivation(one)), saveCard(card)],
    ],
    {
      before: ({ operation }) => fails(`${operation} before`),
      after: ({ operation }) => fails(`${operation} after`),
    },
  );
  const { issuer, issued, pushed } = someIssuer(fails);
  const stores = storesOf(tables.connection);
  const itemOf = (cardId: string) =>
    tables.find(cardKeys.card(tenant_id, cardId)) ?? assert.fail(cardId);
  const isOrder = ({ pk }: Item) => String(pk).startsWith(`${tenant_id}/card-order`);
  return {
    tables,
    issued,
    pushed,
    customer,
    features,
    itemOf,
    step: (at: Date, card_id = id) =>
      takeStep({ tenant_id, card_id }, workAt(at, stores), issuer, async () => undefined),
    /** The sweep of orders that nobody finished. */
    sweepOrders: async (at: Date) => {
      for (const order of tables.everything('resources').filter(isOrder))
        await cancelAbandonedOrder(order as never, workAt(at, stores), issuer);
    },
    card: (cardId = id) => cardOf(itemOf(cardId)),
    others: () =>
      tables
        .everything('resources')
        .filter(({ pk, sk }) => pk === cardKeys.card(tenant_id, '').pk && sk !== id)
        .map(cardOf),
    orders: () => tables.everything('resources').filter(isOrder),
    events: () =>
      tables
        .everything('outbox')
        .map(({ type }) => String(type))
        .toSorted(),
    give: tables.give,
  };
};

export const renewable = (over: Partial<Card> = {}): Card =>
  aCard({
    nickname: 'Travel',
    metadata: { team: 'a' },
    cancel_after: null,
    counted_with: 'card_first',
    ...over,
  });
