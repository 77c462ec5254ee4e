import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { authorize } from '../../functions/domain/authorizations/decision.ts';
import type { Card } from '../../functions/domain/cards/card.ts';
import { moveCard } from '../../functions/domain/cards/moves.ts';
import { nothingSpent } from '../../functions/domain/cards/spending.ts';
import type { Customer } from '../../functions/domain/customers/customer.ts';
import type { FeatureId } from '../../functions/domain/features/catalogue.ts';
import { readCard, saveCard } from '../../functions/store/cards/cards.ts';
import { readSpender, saveSpending } from '../../functions/store/cards/spending.ts';
import { exists, isNew, type Write } from '../../functions/store/change.ts';
import { StaleDecision } from '../../functions/store/commit.ts';
import { saveCustomer } from '../../functions/store/customers/customers.ts';
import { decide } from '../../functions/store/decide.ts';
import { saveActivation } from '../../functions/store/features/activations.ts';
import { keys } from '../../functions/store/table.ts';
import { startCardStores } from '../helpers/card-stores.ts';
import { now } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { someActivations } from '../helpers/fixtures/features.ts';

const stores = await startCardStores();
after(() => stores.stop());
const { put, mine } = stores;

type Holder = { readonly customer: Customer };

describe('spending', () => {
  const request = { currency: 'USD', category: '5411', country: 'GB' };
  const account_id = 'acct_1';
  const read = async ({ tenant_id, id }: Card) => {
    const card = await readCard(stores.db, tenant_id, id);
    return { card, ...(await readSpender(stores.db, account_id, card)) };
  };
  /** What an authorization's route does: reads, decides, commits on what it read. */
  const spend = (card: Card, amount: number) =>
    decide(async () => {
      const { card: own, spending, granted, facts } = await read(card);
      const outcome = authorize(own, { counters: spending.counters, granted }, { ...request, amount }, now);
      if (outcome.approved) await put([saveSpending(own, outcome.counters, spending)], facts);
      return outcome.decline_reason;
    });
  /** A business with a customer who has these features. */
  const aHolder = async (...active: FeatureId[]) => {
    const tenant_id = `biz_${randomUUID()}`;
    const customer = anIndividual({ tenant_id });
    const activations = someActivations(customer, active, now);
    const account: Write = {
      kind: 'put',
      key: keys.account(tenant_id, account_id),
      item: { currency: 'USD' },
      when: isNew,
    };
    await put([account, ...saveCustomer(customer), ...activations.map((one) => saveActivation(one))]);
    return { tenant_id, customer };
  };
  const spending = async (over: Partial<Card> = {}) => mine((await aHolder('virtual_cards')).tenant_id, over);

  test('rests on the card as it was read: one that was frozen meanwhile spends nothing', async () => {
    const card = await spending();
    const { spending: before, facts } = await read(card);
    await put([saveCard(moveCard(card, 'freeze', null, now).after, card)]);
    await assert.rejects(put([saveSpending(card, nothingSpent, before)], facts), StaleDecision);
    assert.equal(await spend(card, 1), 'card_frozen');
  });

  test('rests on the customer and its features as they were read', async () => {
    const changes = {
      'the customer': ({ customer }: Holder) => keys.customer(customer.tenant_id, customer.id),
      'the feature': ({ customer }: Holder) => keys.activation(customer.tenant_id, customer.id, 'virtual_cards'),
      'the feature that raises caps': ({ customer }: Holder) =>
        keys.activation(customer.tenant_id, customer.id, 'higher_limits'),
    };
    for (const [what, keyIn] of Object.entries(changes)) {
      const holder = await aHolder('virtual_cards', 'higher_limits');
      const card = await mine(holder.tenant_id);
      const { spending: before, facts, granted } = await read(card);
      assert.equal(
        Math.max(...granted.filter(({ interval }) => interval === 'daily').map(({ amount }) => amount)),
        5_000_000,
      );
      await put([{ kind: 'set', key: keyIn(holder), values: { status: 'suspended' }, when: exists }]);
      await assert.rejects(put([saveSpending(card, nothingSpent, before)], facts), StaleDecision, what);
    }
  });
});
