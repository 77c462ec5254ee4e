import type * as z from 'zod/mini';
import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { cardIssuer } from '../issuers/chosen.ts';
import { anotherReveal } from './attempts.ts';
import { card } from './changes.ts';
import { readCardContext } from './context.ts';
import { effectiveCard } from './eligibility.ts';
import { encryptToKey, thumbprintOf } from './encrypt-to-key.ts';
import { revealCard } from './reveal-routes.ts';
import { type CardRevealRequest, toCardReveal } from './reveal-schema.ts';
import { cardKeys, readCard, revealsOf, saveReveals } from './table.ts';
import { requireAction, revealedCard } from './transitions.ts';

const issuer = cardIssuer();

export const handler = httpHandler(
  revealCard,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const { tenant_id, actor } = caller;
    const current = await readCard(db, tenant_id, params.card_id);
    ifMatch(current);
    const revealCount = [cardKeys.reveals(tenant_id, actor.id)];
    const { context, conditions, more } = await readCardContext(
      db,
      { ...caller, now },
      current,
      revealCount,
    );
    requireAction(effectiveCard(current, context, now), 'reveal');
    const known = revealsOf(more[0]);
    const reveals = saveReveals(tenant_id, actor.id, anotherReveal(known, now), known);
    const { content, ...thumbprint } = await encryptedFor(body, current.issuer_reference);
    const revealed = card(revealedCard(current, now));
    const withThumbprint = {
      ...revealed,
      events: revealed.events.map((event) => ({ ...event, ...thumbprint })),
    };
    return commit(
      { changes: [withThumbprint, reveals], conditions },
      toCardReveal(current.id, content),
    );
  },
);

/** The number encrypted to the caller's public key, or a key for the issuer's own elements. */
const encryptedFor = async (
  { public_key, nonce }: z.infer<typeof CardRevealRequest>,
  reference: string,
) => {
  if (!public_key)
    return { content: { ephemeral_key: await issuer.ephemeralKey(reference, nonce ?? '') } };
  const jwe = await encryptToKey(await issuer.secrets(reference), public_key);
  return { content: { jwe }, key_thumbprint: await thumbprintOf(public_key) };
};
