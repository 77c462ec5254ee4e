import { ApiError } from '../../core/api-error.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { savedOne } from '../../core/jobs/batch.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { accountOfTenant } from '../../tenants/accounts/table.ts';
import type { CardIssuer } from '../issuers/issuer.ts';
import { nameOn } from './cardholder.ts';
import { card } from './changes.ts';
import { replacementDestination } from './destination.ts';
import { issueCard, loadIssuingContext, type OrderRequest, requireEligible } from './issue.ts';
import { type Card, expiresAt, renewalDueAt } from './model.ts';
import {
  isRenewalLook,
  nextRenewalLook,
  rejectionOf,
  skippedRenewal,
  skipReasonOf,
  timeFor,
} from './renewal.ts';
import { replacedCard } from './replacement.ts';
import type { RenewalSkipReason } from './states.ts';
import { cardUnchanged, findCards, saveInternalState } from './table.ts';

/** How many days before a card expires the next one is ordered in this environment (`CARD_RENEWAL_DAYS`). */
const renewalDays = (): number => Number(process.env.CARD_RENEWAL_DAYS);

type Issuer = Pick<CardIssuer, 'name' | 'issue' | 'void'>;

/**
 * Orders the next card of one that expires soon, or records why there is none. The order has the name of the old card, and its
 * commit links both: so killed at any call, twice, or late there is one next card. An issuer that does not answer is asked
 * again with the next notification of the sweep.
 */
export const renewCard = async (found: Card, work: Work, issuer: Issuer): Promise<void> => {
  try {
    await retryOnConflict(async () => {
      const [current] = await findCards(work.db, found.tenant_id, [found.id]);
      if (current && isRenewalLook(current, work.deadline.now))
        await renewed(current, work, issuer);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 'unavailable' && error.code !== 'timeout'))
      throw error;
    logEvent('warn', 'card_renewal_delayed', { id: found.id, error: serializeError(error) });
  }
};

const renewed = async (current: Card, work: Work, issuer: Issuer): Promise<void> => {
  const { now } = work.deadline;
  const due = renewalDueAt(current, renewalDays());
  if (due > timeFor(current, now)) return lookedAt(current, due.toISOString(), work);
  const reason = skipReasonOf(current);
  if (reason) return skipped(current, reason, work);
  try {
    await ordered(current, work, issuer);
  } catch (error) {
    const rejection = rejectionOf(error);
    if (!rejection) throw error;
    await skipped(current, rejection, work);
  }
};

const lookedAt = async (current: Card, renews_at: string, work: Work): Promise<void> => {
  await savedOne(work, saveInternalState(current, { renews_at }));
};

const skipped = async (current: Card, reason: RenewalSkipReason, work: Work): Promise<void> => {
  const { now } = work.deadline;
  const transition = skippedRenewal(current, reason, now);
  if (!transition) return lookedAt(current, nextRenewalLook(current, now), work);
  await commitWork(work, { changes: [card(transition)], conditions: [] });
};

const ordered = async (current: Card, work: Work, issuer: Issuer): Promise<void> => {
  const request = await requestOf(current, work);
  const context = await loadIssuingContext(request, issuer, current.customer_id);
  const destination = replacementDestination(current, null);
  const checked = requireEligible(request, context, current).then(({ conditions }) => ({
    input: { ...current, cardholder_name: nameOn(current), destination },
    replacement: {
      of: current.issuer_reference,
      reason: 'expired' as const,
      good_until: expiresAt(current).toISOString(),
    },
    conditions,
    orderConditions: [cardUnchanged(current)],
  }));
  const { order, completed, issuance, conditions } = await issueCard(
    request,
    issuer,
    context,
    checked,
  );
  const renewal = { ...order, reason: 'expired', keepsOld: true } as const;
  const { old, replacement } = replacedCard(current, issuance, renewal, request.now);
  await commitWork(work, { changes: [card(...old), card(replacement), completed], conditions });
};

/** The order of a renewal is found by its card, so that several jobs at once work on one. */
const requestOf = async ({ tenant_id, id }: Card, work: Work): Promise<OrderRequest> => {
  const { id: account_id } = await accountOfTenant(work.db, tenant_id);
  return {
    caller: { tenant_id, account_id },
    now: work.deadline.now,
    db: work.db,
    newId: work.cause.newId,
    idempotencyScope: {
      operation: 'cards.renew',
      path_ids: [id],
      idempotency_key: 'renewal',
      request_hash: 'renewal',
    },
    checkpoint: ({ writes, conditions }) => commitWork(work, { changes: writes, conditions }),
  };
};
