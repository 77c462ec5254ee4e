import { ApiError } from '../../core/api-error.ts';
import type { SingleWrite } from '../../core/dynamodb/writes.ts';
import { alarmingEvents } from '../../core/jobs/alarming-events.ts';
import { clock, durations, savedOne } from '../../core/jobs/batch.ts';
import {
  type CardReconciliationJob,
  findReconciliation,
  type Holding,
  saveReconciliation,
} from '../../core/jobs/card-reconciliation-table.ts';
import type { JobKind } from '../../core/jobs/run-job.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { stillInStatus } from '../../identity/customers/table.ts';
import { othersUnchanged, readCustomerSnapshot } from '../../identity/features/table.ts';
import { accountOfTenant } from '../../tenants/accounts/table.ts';
import type { CardIssuer } from '../issuers/issuer.ts';
import { canceled_reason, isAfterLastDay } from './cancel-after.ts';
import { card } from './changes.ts';
import { reconciledCard } from './eligibility.ts';
import {
  type Card,
  type CardTransition,
  type IssuerSync,
  isAlarming,
  issuerFailed,
  synced,
  toIssuerCard,
} from './model.ts';
import { renewCard } from './renew.ts';
import { expiredCard, isRenewalLook, timeFor } from './renewal.ts';
import type { IssuerSyncError } from './states.ts';
import { findCards, pageOfCards, saveInternalState } from './table.ts';
import { transitionCard } from './transitions.ts';

/** So many cards are read at once, and so many change in one transaction. */
const cards_read_max = 100;
const cards_changed_max = 20;

/** Reconciles every card of a customer with its status and features. */
export const cardReconciliation = (holding: Holding): JobKind<CardReconciliationJob> => ({
  find: ({ db }) => findReconciliation(db, holding),
  save: saveReconciliation,
  batch: async ({ tenant_id, customer_id }, { cursor, moved }, { db, deadline: { now } }) => {
    // Where one card has to change the next ones do too, and no more are read than can be changed.
    const limit = moved ? cards_changed_max : cards_read_max;
    const [snapshot, { currency }, page] = await Promise.all([
      readCustomerSnapshot(db, tenant_id, customer_id, now),
      accountOfTenant(db, tenant_id),
      pageOfCards(db, tenant_id, { customer_id }, { limit, below: cursor ?? undefined }),
    ]);
    const context = { ...snapshot, account_currency: currency };
    const all = page.items.flatMap((read) => reconciledCard(read, context, now) ?? []);
    const due = all.slice(0, cards_changed_max);
    return {
      changes: due.map((transition) => card(transition)),
      conditions: [stillInStatus(snapshot.customer), ...othersUnchanged(snapshot, [])],
      cursor: due.length < all.length ? (due.at(-1)?.before.id ?? null) : page.next,
      moved: due.length > 0,
    };
  },
});

/** A card that changed in what its issuer has to know. */
type ChangedCard = { readonly tenant_id: string; readonly card_id: string };

/** The transition of a card whose time is over, by its `cancel_after` or with its last month. */
const endedCard = (found: Card, now: Date): CardTransition | undefined =>
  found.state !== 'closed' && isAfterLastDay(found.cancel_after, timeFor(found, now))
    ? transitionCard(found, 'close', canceled_reason, now)
    : isRenewalLook(found, now)
      ? undefined
      : expiredCard(found, now);

/**
 * Takes the next step of a card. One whose time is over is closed. Else its current state is sent to its issuer, and saved that
 * it has it; then one that expires soon is renewed. A change meanwhile has its own event; after a crash the sweeper finds the
 * card; of two updates the higher version counts. `closing` ends what a closed card has.
 */
export const takeStep = async (
  { tenant_id, card_id }: ChangedCard,
  work: Work,
  issuer: Pick<CardIssuer, 'name' | 'issue' | 'void' | 'push'>,
  closing: (card: Card, work: Work) => Promise<void>,
): Promise<void> => {
  const [found] = await findCards(work.db, tenant_id, [card_id]);
  if (!found) return;
  const { now } = work.deadline;
  const ended = endedCard(found, now);
  // The event of this change updates the issuer.
  if (ended) return commitWork(work, { changes: [card(ended)], conditions: [] });
  if (found.issuer_sync.status !== 'synced') {
    // While the issuer is not up to date the sweep comes back, so that all that closes with a card is done in the end.
    if (found.state === 'closed') await closing(found, work);
    const push = () => issuer.push(toIssuerCard(found));
    await updatedAtIssuer(
      found,
      { push, save: (sync) => saveInternalState(found, { issuer_sync: sync }) },
      work,
    );
  }
  // Comes last: it may fail for as long as the issuer makes no cards, and reads the card again.
  if (isRenewalLook(found, now)) await renewCard(found, work, issuer);
};

/** The resources that an issuer has to know of: a card, or a token of one. */
type Synced = Pick<Card, 'id' | 'tenant_id' | 'version' | 'issuer_sync'>;

type Update = {
  readonly push: () => Promise<void>;
  readonly save: (sync: IssuerSync) => SingleWrite;
};

/** Sends what has changed to the issuer, and saves whether it has it. */
export const updatedAtIssuer = async (
  changed: Synced,
  { push, save }: Update,
  work: Work,
): Promise<void> => {
  const { tenant_id, id } = changed;
  const state = await pushed(changed, push);
  if (isAlarming(state, clock.now()))
    logEvent('error', alarmingEvents.issuerOutOfSync, { tenant_id, id, error: state.error });
  await savedOne(work, save(state));
};

const pushed = async (
  { id, version, issuer_sync }: Synced,
  push: () => Promise<void>,
): Promise<IssuerSync> => {
  const failed = (error: IssuerSyncError) =>
    issuerFailed(issuer_sync, error, { now: clock.now(), durations });
  try {
    await push();
    return synced(version, clock.now());
  } catch (error) {
    const { issuer_reason } = error instanceof ApiError ? error.details : {};
    if (issuer_reason !== undefined) return failed(issuer_reason as IssuerSyncError);
    logEvent('warn', 'issuer_unreachable', { id, error: serializeError(error) });
    return failed('unreachable');
  }
};
