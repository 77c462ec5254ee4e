import { alignedCard, type CardAlignmentJob } from '../domain/cards/alignment.ts';
import { accountOfTenant } from '../store/accounts/accounts.ts';
import { findAlignment, type Holding, saveAlignment } from '../store/cards/alignment.ts';
import { pageOfCards } from '../store/cards/cards.ts';
import { stillInStatus } from '../store/customers/customers.ts';
import { othersUnchanged } from '../store/features/activations.ts';
import { readHolder } from '../store/features/holders.ts';
import { card } from '../unit-of-work/cards.ts';
import type { JobKind } from './run-job.ts';

/** So many cards are read at once, and so many change in one transaction (data.md). */
const cards_read_max = 100;
const cards_changed_max = 20;

/** Brings every card of a customer to what its circumstances want. */
export const cardAlignment = (holding: Holding): JobKind<CardAlignmentJob> => ({
  find: ({ db }) => findAlignment(db, holding),
  save: saveAlignment,
  batch: async ({ tenant_id, customer_id }, { cursor, moved }, { db, deadline: { now } }) => {
    // Where one card has to change the next ones do too, and no more are read than can be changed.
    const limit = moved ? cards_changed_max : cards_read_max;
    const [holder, { currency }, page] = await Promise.all([
      readHolder(db, tenant_id, customer_id),
      accountOfTenant(db, tenant_id),
      pageOfCards(db, tenant_id, { customer_id }, { limit, below: cursor ?? undefined }),
    ]);
    const circumstances = { ...holder, account_currency: currency };
    const all = page.items.flatMap((read) => alignedCard(read, circumstances, now) ?? []);
    const due = all.slice(0, cards_changed_max);
    return {
      changes: due.map((move) => card(move)),
      facts: [stillInStatus(holder.customer), ...othersUnchanged(holder, [])],
      cursor: due.length < all.length ? (due.at(-1)?.before.id ?? null) : page.next,
      moved: due.length > 0,
    };
  },
});
