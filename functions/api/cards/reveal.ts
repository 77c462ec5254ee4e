import type * as z from 'zod/mini';
import type { CardRevealRequest } from '../../contract/cards/input.ts';
import { showCardReveal } from '../../contract/cards/reveal.ts';
import { revealCard } from '../../contract/cards/routes.ts';
import { effectiveCard } from '../../domain/cards/alignment.ts';
import { requireAction, revealedCard } from '../../domain/cards/moves.ts';
import { anotherReveal } from '../../domain/cards/reveals.ts';
import { transactional } from '../../http/commit.ts';
import { httpHandler } from '../../http/handler.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { sealToKey, thumbprintOf } from '../../ports/card-secret-sealing/seal-to-key.ts';
import { readCard } from '../../store/cards/cards.ts';
import { readCardCircumstances } from '../../store/cards/circumstances.ts';
import { revealsOf, saveReveals } from '../../store/cards/reveals.ts';
import { keys } from '../../store/table.ts';
import { card } from '../../unit-of-work/cards.ts';

const issuer = cardIssuer();

export const handler = httpHandler(revealCard, { transactional }, async ({ caller, params, body, now, db, commit }) => {
  const { tenant_id, actor } = caller;
  const current = await readCard(db, tenant_id, params.card_id);
  const counted = [keys.reveals(tenant_id, actor.id)];
  const { circumstances, facts, more } = await readCardCircumstances(db, caller, current, counted);
  requireAction(effectiveCard(current, circumstances, now), 'reveal');
  const known = revealsOf(more[0]);
  const reveals = saveReveals(tenant_id, actor.id, anotherReveal(known, now), known);
  const { shown, ...sealed } = await shownTo(body, current.issuer_reference);
  const revealed = card(revealedCard(current, now));
  const told = { ...revealed, events: revealed.events.map((event) => ({ ...event, ...sealed })) };
  return commit({ changes: [told, reveals], facts }, showCardReveal(current.id, shown));
});

/** What nobody can read but who has the key, or who made the nonce. */
const shownTo = async ({ public_key, nonce }: z.infer<typeof CardRevealRequest>, reference: string) => {
  if (!public_key) return { shown: { ephemeral_key: await issuer.ephemeralKey(reference, nonce ?? '') } };
  const jwe = await sealToKey(await issuer.secrets(reference), public_key);
  return { shown: { jwe }, key_thumbprint: await thumbprintOf(public_key) };
};
