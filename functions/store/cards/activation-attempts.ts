import { ApiError } from '../../domain/api-error.ts';
import { type ActivationAttempts, noAttempts } from '../../domain/cards/activation-attempts.ts';
import type { Card } from '../../domain/cards/card.ts';
import { asRead, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { keys } from '../table.ts';
import { cardOf } from './cards.ts';

/** The attempts as stored beside the card, so that counting one is no change of the card. */
export type StoredAttempts = ActivationAttempts & { readonly version: number };

/** The card with the attempts to activate it, or the refusal. One round trip. */
export const readCardToActivate = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<{ readonly card: Card; readonly attempts: StoredAttempts }> => {
  const [card, attempts] = await db.batch([keys.card(tenant, id), keys.activationAttempts(tenant, id)]);
  if (!card) throw new ApiError('card_not_found');
  return { card: cardOf(card), attempts: attemptsOf(attempts) };
};

/** What remembers attempts over those that were read: of two at once one counts anew. */
export const saveAttempts = (card: Card, { wrong, locked_until }: ActivationAttempts, read: StoredAttempts): Write => ({
  kind: 'put',
  key: keys.activationAttempts(card.tenant_id, card.id),
  item: { wrong, locked_until, version: read.version + 1 },
  when: unchanged(read),
});

/** What forgets the attempts of a card that is activated, if nobody made one since they were read. */
export const forgetAttempts = (card: Card, read: StoredAttempts): Write => ({
  kind: 'delete',
  key: keys.activationAttempts(card.tenant_id, card.id),
  when: unchanged(read),
});

const unchanged = ({ version }: StoredAttempts) => (version === 0 ? isNew : asRead(version));

const attemptsOf = (item: Item | undefined): StoredAttempts => {
  if (!item) return { ...noAttempts, version: 0 };
  const { wrong, locked_until, version } = item as StoredAttempts;
  return { wrong, locked_until, version };
};
