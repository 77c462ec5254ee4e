import { commit } from '../../functions/core/dynamodb/commit.ts';
import type { ConditionCheck, Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import type { Card } from '../../functions/issuing/cards/model.ts';
import { saveCard } from '../../functions/issuing/cards/table.ts';
import { aCard, now } from './fixtures/cards.ts';
import { startStores } from './store-machine.ts';

/** The stores on the local engine, and cards in them, at the moment of most tests. */
export const startCardStores = async () => {
  const stores = await startStores();
  const newId = idsAt(now);
  const put = (writes: readonly Write[], conditions: readonly ConditionCheck[] = []) =>
    commit(stores.connection, { writes, conditions }, stores.workAt(now).deadline);
  /** A stored card of a business. */
  const mine = async (tenant_id: string, over: Partial<Card> = {}, make = aCard): Promise<Card> => {
    const id = newId('card');
    const card = make({ id, tenant_id, counted_with: id, ...over });
    await put([saveCard(card)]);
    return card;
  };
  return { ...stores, newId, put, mine };
};
