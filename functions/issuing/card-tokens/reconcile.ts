import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import type { Card } from '../cards/model.ts';
import { updatedAtIssuer } from '../cards/reconcile.ts';
import type { IssuerControl } from '../issuers/issuer.ts';
import { cardToken } from './changes.ts';
import { afterCardClosed, toIssuerToken } from './model.ts';
import { findCardToken, pageOfCardTokens, saveTokenSync } from './table.ts';

/** Sends the current status of a token to its issuer and saves that it has it; as for a card. */
export const updateTokenAtIssuer = async (
  { tenant_id, card_token_id }: { readonly tenant_id: string; readonly card_token_id: string },
  work: Work,
  issuer: Pick<IssuerControl, 'pushToken'>,
): Promise<void> => {
  const found = await findCardToken(work.db, tenant_id, card_token_id);
  if (!found || found.issuer_sync.status === 'synced') return;
  const push = () => issuer.pushToken(toIssuerToken(found));
  await updatedAtIssuer(found, { push, save: (sync) => saveTokenSync(found, sync) }, work);
};

/** So many tokens change in one transaction. */
const tokens_changed_max = 20;

/**
 * Deletes the tokens of a card that has closed. A failed deletion is done again: until then the
 * issuer is not up to date.
 */
export const deleteTokensOf = async (
  { tenant_id: tenant, id: cardId }: Card,
  work: Work,
): Promise<void> => {
  let below: string | null = null;
  do {
    const wanted = { limit: tokens_changed_max, ...(below !== null && { below }) };
    const { items, next } = await pageOfCardTokens(work.db, { tenant, cardId }, {}, wanted);
    const changes = items.flatMap((token) => {
      const transition = afterCardClosed(token, work.deadline.now);
      return transition ? [cardToken(transition)] : [];
    });
    if (changes.length > 0) await commitWork(work, { changes, conditions: [] });
    below = next;
  } while (below !== null);
};
