import type { IssuerNotice } from '../domain/authorizations/issuer-notice.ts';
import { toldOfCard, toldOfParcel } from '../domain/cards/issuer-told.ts';
import type { Deadline } from '../runtime/deadline.ts';
import { findCards, saveIssuerSync } from '../store/cards/cards.ts';
import type { Connection, Database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { card } from './cards.ts';
import { type Cause, commitUnit } from './unit-of-work.ts';

/** Where cards are read and committed, until when, and why. */
type Hearing = {
  readonly connection: Connection;
  readonly db: Database;
  readonly deadline: Deadline;
  readonly cause: Cause;
};

type Told<Kind extends IssuerNotice['kind']> = Omit<Extract<IssuerNotice, { readonly kind: Kind }>, 'kind'>;

/** Takes in how a card stands at its issuer. One that nobody knows here, or not yet, is none of ours. */
export const hearOfCard = (
  { connection, db, deadline, cause }: Hearing,
  { tenant_id, card_id, status }: Told<'card'>,
): Promise<void> =>
  decide(async () => {
    const [found] = await findCards(db, tenant_id, [card_id]);
    const told = found && toldOfCard(found, status, deadline.now);
    if (!told) return;
    const change = 'move' in told ? card(told.move) : saveIssuerSync(found, told.issuer_sync);
    await commitUnit(connection, { changes: [change], facts: [] }, cause, deadline);
  });

/** Takes in where the parcel of a card is. */
export const hearOfParcel = (
  { connection, db, deadline, cause }: Hearing,
  { tenant_id, card_id, status, tracking }: Told<'parcel'>,
): Promise<void> =>
  decide(async () => {
    const [found] = await findCards(db, tenant_id, [card_id]);
    const [first, ...more] = found ? toldOfParcel(found, status, deadline.now, tracking) : [];
    if (first) await commitUnit(connection, { changes: [card(first, ...more)], facts: [] }, cause, deadline);
  });
