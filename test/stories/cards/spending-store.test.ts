import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { retryOnConflict, StaleDecision } from '../../../functions/core/dynamodb/commit.ts';
import { exists } from '../../../functions/core/dynamodb/writes.ts';
import type { FeatureId } from '../../../functions/identity/catalogues/model.ts';
import type { Customer } from '../../../functions/identity/customers/model.ts';
import { customerKeys, saveCustomer } from '../../../functions/identity/customers/table.ts';
import { activationKey, saveActivation } from '../../../functions/identity/features/table.ts';
import { authorize } from '../../../functions/issuing/authorizations/decision.ts';
import { readSpendingContext, saveSpending } from '../../../functions/issuing/cards/context.ts';
import type { Card } from '../../../functions/issuing/cards/model.ts';
import { nothingSpent } from '../../../functions/issuing/cards/spending.ts';
import { cardUnchanged, readCard, saveCard } from '../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../functions/issuing/cards/transitions.ts';
import { startCardStores } from '../../helpers/card-stores.ts';
import { anAccount } from '../../helpers/fixtures/accounts.ts';
import { now } from '../../helpers/fixtures/cards.ts';
import { anIndividual } from '../../helpers/fixtures/customers.ts';
import { someActivations } from '../../helpers/fixtures/features.ts';
import { after, describe, test } from '../../helpers/tests.ts';

const stores = await startCardStores();
after(() => stores.stop());
const { put, mine } = stores;

type CustomerSnapshot = { readonly customer: Customer };

describe('spending', () => {
  const unsaid = { network_id: null, card_presence: null, merchant_currency: null };
  const request = { currency: 'USD', category: '5411', country: 'GB', ...unsaid };
  const account_id = 'acct_1';
  const read = async ({ tenant_id, id }: Card) => {
    const card = await readCard(stores.db, tenant_id, id);
    return { card, ...(await readSpendingContext(stores.db, account_id, card, now)) };
  };
  /** The steps of an authorization's route: it reads, decides, and commits on what it read. */
  const spend = (card: Card, amount: number) =>
    retryOnConflict(async () => {
      const { card: own, spending, granted, conditions } = await read(card);
      const outcome = authorize(
        own,
        { counters: spending.counters, granted },
        { ...request, amount },
        now,
      );
      if (outcome.approved)
        await put(
          [saveSpending(own, outcome.counters, spending)],
          [cardUnchanged(own), ...conditions],
        );
      return outcome.decline_reason;
    });
  /** A business with a customer who has these features. */
  const aCustomerWith = async (...active: FeatureId[]) => {
    const tenant_id = `biz_${randomUUID()}`;
    const customer = anIndividual({ tenant_id });
    const activations = someActivations(customer, active, now);
    await put([
      ...anAccount(tenant_id, account_id),
      ...saveCustomer(customer),
      ...activations.map((one) => saveActivation(one)),
    ]);
    return { tenant_id, customer };
  };
  const spending = async (over: Partial<Card> = {}) =>
    mine((await aCustomerWith('virtual_cards')).tenant_id, over);

  test('rests on the card as it was read: one that was frozen meanwhile spends nothing', async () => {
    const card = await spending();
    const { spending: before, conditions } = await read(card);
    await put([saveCard(transitionCard(card, 'freeze', null, now).after, card)]);
    const decided = put(
      [saveSpending(card, nothingSpent, before)],
      [cardUnchanged(card), ...conditions],
    );
    await assert.rejects(decided, StaleDecision);
    assert.equal(await spend(card, 1), 'card_frozen');
  });

  test('rests on the customer and its features as they were read', async () => {
    const changes = {
      'the customer': ({ customer }: CustomerSnapshot) =>
        customerKeys.customer(customer.tenant_id, customer.id),
      'the feature': ({ customer }: CustomerSnapshot) =>
        activationKey(customer.tenant_id, customer.id, 'virtual_cards'),
      'the feature that raises caps': ({ customer }: CustomerSnapshot) =>
        activationKey(customer.tenant_id, customer.id, 'higher_limits'),
    };
    for (const [what, keyIn] of Object.entries(changes)) {
      const snapshot = await aCustomerWith('virtual_cards', 'higher_limits');
      const card = await mine(snapshot.tenant_id);
      const { spending: before, conditions, granted } = await read(card);
      assert.equal(
        Math.max(
          ...granted.filter(({ interval }) => interval === 'daily').map(({ amount }) => amount),
        ),
        5_000_000,
      );
      await put([
        { kind: 'set', key: keyIn(snapshot), values: { status: 'suspended' }, when: exists },
      ]);
      await assert.rejects(
        put([saveSpending(card, nothingSpent, before)], conditions),
        StaleDecision,
        what,
      );
    }
  });
});
