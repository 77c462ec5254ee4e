import type { Card } from '../../functions/domain/cards/card.ts';
import { saveCard } from '../../functions/store/cards/cards.ts';
import type { Fact, Write } from '../../functions/store/change.ts';
import { commit } from '../../functions/store/commit.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { aCard, now } from './fixtures/cards.ts';
import { startStores } from './store-machine.ts';

/** The stores on the local engine, and cards in them, at the moment of most tests. */
export const startCardStores = async () => {
  const stores = await startStores();
  const newId = idsAt(now);
  const put = (writes: readonly Write[], facts: readonly Fact[] = []) =>
    commit(stores.connection, { writes, facts }, stores.workAt(now).deadline);
  /** A stored card of a business. */
  const mine = async (tenant_id: string, over: Partial<Card> = {}, make = aCard): Promise<Card> => {
    const id = newId('card');
    const card = make({ id, tenant_id, counted_with: id, ...over });
    await put([saveCard(card)]);
    return card;
  };
  return { ...stores, newId, put, mine };
};
