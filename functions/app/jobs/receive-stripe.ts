import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { Stripe } from 'stripe';
import { secretsManager } from '../../core/aws/secrets.ts';
import { connect } from '../../core/dynamodb/client.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { logIfUnreadable } from '../../core/dynamodb/unreadable.ts';
import { headerOf } from '../../core/http/caller.ts';
import { clock, workOf } from '../../core/jobs/batch.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { measured } from '../../core/metrics.ts';
import { commitWork, type UnitOfWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { cutOffAt, metricContext, until } from '../../core/time.ts';
import {
  type AuthorizationAnswer,
  decideAuthorization,
} from '../../issuing/authorizations/decide.ts';
import type { IssuerNotice, OfCard } from '../../issuing/authorizations/issuer-notice.ts';
import { applyTokenReport } from '../../issuing/card-tokens/changes.ts';
import { card } from '../../issuing/cards/changes.ts';
import {
  fraudWarned,
  issuerCardChange,
  parcelTransitions,
} from '../../issuing/cards/issuer-changes.ts';
import type { Card } from '../../issuing/cards/model.ts';
import { pinBlocked } from '../../issuing/cards/pin.ts';
import { findCards, saveInternalState } from '../../issuing/cards/table.ts';
import { toStripeAmount } from '../../issuing/issuers/stripe/amounts.ts';
import { api_version, atStripe } from '../../issuing/issuers/stripe/client.ts';
import { type Lookup, noticesOf } from '../../issuing/issuers/stripe/events.ts';
import { signedEvent } from '../../issuing/issuers/stripe/signature.ts';
import { applyNotice, applyUnlinked } from '../../issuing/transactions/record.ts';
import { bytesOf, eventTooLarge, rejectedEvent, sendAgain } from './received.ts';

const stores = storesOf(connect());
const signing = {
  secrets: secretsManager(),
  name: process.env.STRIPE_SIGNING_SECRET ?? '',
  stripe: Stripe,
};
// Known before the first event comes: an authorization waits for nothing that can be done at the start.
signing.secrets.read(signing.name).catch(() => undefined);

/** Stripe decides by itself after two seconds; the way back needs its share of them. In milliseconds since the request came. */
const authorization_ms = 1_500;

/**
 * Receives Stripe's events of cards and authorizations, and answers whether an amount is approved.
 * An event without Stripe's signature is rejected; Stripe sends a failed one again. Each notice is
 * a current state, so that it may come twice and in any order.
 */
export const handler = async (
  event: APIGatewayProxyEvent,
  context: Context,
): Promise<APIGatewayProxyResult> => {
  const { requestId, requestTimeEpoch } = event.requestContext;
  const body = bytesOf(event);
  if (!body) return eventTooLarge;
  try {
    const signed = await signedEvent(
      { body, signature: headerOf(event, 'stripe-signature') ?? '' },
      signing,
      clock,
    );
    if (!signed) return rejectedEvent(401, notSigned);
    const work = workOf('receive-stripe', context, stores);
    if (signed.type === 'issuing_authorization.request')
      return answer(await decided(signed, work, requestTimeEpoch));
    for (const notice of await noticesOf(signed, lookup)) await apply(notice, work);
    return answer({ received: true });
  } catch (error) {
    logIfUnreadable(error);
    logEvent('error', 'stripe_event_failed', {
      request_id: requestId,
      error: serializeError(error),
    });
    return sendAgain;
  }
};

const notSigned =
  'Stripe-Signature must be that of these bytes, by the secret of this endpoint and not older than 300 seconds.';

const answer = (body: object): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json', 'stripe-version': api_version },
  body: JSON.stringify(body),
});

const lookup: Lookup = {
  card: (reference) => atStripe(({ issuing }) => issuing.cards.retrieve(reference)),
  authorization: (reference) =>
    atStripe(({ issuing }) => issuing.authorizations.retrieve(reference)),
};

type StripeAnswer = Pick<AuthorizationAnswer, 'approved' | 'amount'>;

const decided = async (
  request: Stripe.Event,
  work: Work,
  began_ms: number,
): Promise<StripeAnswer> => {
  const { approved, amount } = await answerTo(request, work, began_ms);
  const decision = approved ? 'approved' : 'declined';
  logEvent('info', 'authorization_decided', {
    ...measured('authorizations', 1, { decision }, metricContext(clock)),
  });
  return { approved, ...(amount !== undefined && { amount }) };
};

/** Whether an amount is approved: not after the deadline, not for an unknown card, not in doubt. */
const answerTo = async (
  request: Stripe.Event,
  work: Work,
  began_ms: number,
): Promise<StripeAnswer> => {
  const deadline = began_ms + authorization_ms;
  try {
    const [notice] = await noticesOf(request, lookup);
    if (notice?.kind !== 'authorization_requested') return declined;
    const times = { began_ms, answer_by_ms: deadline };
    const answered = await cutOffAt(deadline, clock, (signal) =>
      until({ ...work.deadline, deadline }, clock, signal, () =>
        decideAuthorization(work, notice, times),
      ),
    );
    return inStripeUnits(answered, notice.subject.currency);
  } catch (error) {
    logIfUnreadable(error);
    logEvent('error', 'authorization_declined_on_error', { error: serializeError(error) });
    return declined;
  }
};

const declined: StripeAnswer = { approved: false };

/** A part of less than Stripe's unit cannot be approved there. */
const inStripeUnits = ({ approved, amount }: StripeAnswer, currency: string): StripeAnswer => {
  if (!approved || amount === undefined) return { approved };
  const part = toStripeAmount(amount, currency);
  return part > 0 ? { approved, amount: part } : declined;
};

const apply = async (notice: IssuerNotice, work: Work): Promise<void> => {
  if (notice.kind === 'card') await receiveCardNotice(work, notice);
  if (notice.kind === 'token') await applyTokenReport(work, notice.report);
  if (notice.kind === 'parcel') await receiveParcelNotice(work, notice);
  if (notice.kind === 'fraud_warning') await receiveFraudWarning(work, notice);
  if (notice.kind === 'pin_blocked') await receivePinBlock(work, notice);
  if (notice.kind === 'authorization_updated')
    await applyNotice(work, notice.subject, notice.notice);
  if (notice.kind === 'transaction_unlinked') await applyUnlinked(work, notice);
};

type Notice<Kind extends IssuerNotice['kind']> = Omit<
  Extract<IssuerNotice, { readonly kind: Kind }>,
  'kind'
>;

/** Applies the status of a card at its issuer. */
const receiveCardNotice = (work: Work, { status, ...of }: Notice<'card'>): Promise<void> =>
  applied(work, of, (found, now) => {
    const change = issuerCardChange(found, status, now);
    if (!change) return undefined;
    return 'transition' in change ? card(change.transition) : saveInternalState(found, change);
  });

/** Applies the status of a card's parcel. */
const receiveParcelNotice = (
  work: Work,
  { status, tracking, ...of }: Notice<'parcel'>,
): Promise<void> =>
  applied(work, of, (found, now) => {
    const [first, ...more] = parcelTransitions(found, status, now, tracking);
    return first && card(first, ...more);
  });

/** Freezes a card of which its issuer suspects fraud. */
const receiveFraudWarning = (
  work: Work,
  { warned_at, ...of }: Notice<'fraud_warning'>,
): Promise<void> =>
  applied(work, of, (found, now) => {
    const warned = fraudWarned(found, warned_at, now);
    return warned && card(warned);
  });

/** Records that the issuer has blocked the PIN of a card. */
const receivePinBlock = (work: Work, { blocked_at, ...of }: Notice<'pin_blocked'>): Promise<void> =>
  applied(work, of, (found, now) => {
    const blocked = pinBlocked(found, blocked_at, now);
    return blocked && card(blocked);
  });

type Change = UnitOfWork['changes'][number];

/** Commits what a notice changes of its card, if anything. A card that is not here, or not yet, is ignored. */
const applied = (
  work: Work,
  of: OfCard,
  changeFor: (card: Card, now: Date) => Change | undefined,
): Promise<void> =>
  retryOnConflict(async () => {
    const [found] = await findCards(work.db, of.tenant_id, [of.card_id]);
    const change = found && changeFor(found, work.deadline.now);
    if (change) await commitWork(work, { changes: [change], conditions: [] });
  }, work.deadline);
