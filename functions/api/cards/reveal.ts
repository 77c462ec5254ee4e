import type * as z from 'zod/mini';
import type { CardRevealRequest } from '../../contract/cards/input.ts';
import { showCardReveal } from '../../contract/cards/reveal.ts';
import { revealCard } from '../../contract/cards/routes.ts';
import { effectiveCard } from '../../domain/cards/alignment.ts';
import { requireAction, revealedCard } from '../../domain/cards/moves.ts';
import { posting } from '../../http/posting.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { sealToKey } from '../../ports/card-secret-sealing/seal-to-key.ts';
import { readCard } from '../../store/cards/cards.ts';
import { readCardCircumstances } from '../../store/cards/circumstances.ts';
import { card } from '../../unit-of-work/cards.ts';

const issuer = cardIssuer();

export const handler = posting(revealCard, async ({ caller, params, body, now, db, commit }) => {
  const current = await readCard(db, caller.tenant_id, params.card_id);
  const { circumstances, facts } = await readCardCircumstances(db, caller, current);
  requireAction(effectiveCard(current, circumstances, now), 'reveal');
  const revealed = revealedCard(current, now);
  const shown = await shownTo(body, current.issuer_reference);
  return commit({ changes: [card(revealed)], facts }, showCardReveal(current.id, shown));
});

/** What nobody can read but who has the key, or who made the nonce. */
const shownTo = async ({ public_key, nonce }: z.infer<typeof CardRevealRequest>, reference: string) =>
  public_key
    ? { jwe: await sealToKey(await issuer.secrets(reference), public_key) }
    : { ephemeral_key: await issuer.ephemeralKey(reference, nonce ?? '') };
