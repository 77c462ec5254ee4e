import { ApiError } from '../../core/api-error.ts';
import { durationsFrom } from '../../core/durations.ts';
import { StaleDecision } from '../../core/dynamodb/commit.ts';
import type { ConditionCheck, Write } from '../../core/dynamodb/writes.ts';
import type { Caller } from '../../core/http/caller.ts';
import type { IdempotentRequest } from '../../core/http/request.ts';
import type { OrderKey } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import type { Route } from '../../core/route.ts';
import { card_user_terms } from '../../identity/agreements/model.ts';
import { readAgreement } from '../../identity/agreements/table.ts';
import { customerUnchanged } from '../../identity/customers/table.ts';
import type { Limit } from '../../identity/features/model.ts';
import type { CustomerSnapshot } from '../../identity/features/qualification.ts';
import { featureActive, readCustomerSnapshotWith } from '../../identity/features/table.ts';
import { accountOf } from '../../tenants/accounts/stored-form.ts';
import { accountKey } from '../../tenants/accounts/table.ts';
import type { CardIssuer, IssueRequest } from '../issuers/issuer.ts';
import { cardholderFrom } from './cardholder.ts';
import { grantsFor, missingFeature, requireOffered } from './eligibility.ts';
import type { Card, CardInput, Issuance } from './model.ts';
import { type CardOrder, isAbandoned, isOfRequest, newOrder } from './order.ts';
import {
  claimOrder,
  completeOrder,
  findOrder,
  insertOrder,
  orderKey,
  orderOf,
  removeOrder,
} from './orders-table.ts';
import { limitsInForce } from './spending.ts';

// Issuing a card: load, check, write the order, ask the issuer, commit. The order is written before the issuer is asked, so
// that a retry or the sweeper finds a call without a known result. The commit of the card removes it.

const durations = durationsFrom(process.env);

/** The members that issuing takes of its request, or of the job that orders a card. */
export type OrderRequest = Pick<
  IdempotentRequest<Route>,
  'now' | 'db' | 'newId' | 'idempotencyScope' | 'checkpoint'
> & { readonly caller: Pick<Caller, 'tenant_id' | 'account_id'> };

type Issuer = Pick<CardIssuer, 'name' | 'issue' | 'void'>;

/** The customer who is to get a card. */
export type IssuingContext = {
  readonly snapshot: CustomerSnapshot;
  readonly accountCurrency: string;
  /** The cardholder's acceptance of the issuer's terms, where it is recorded. */
  readonly userTerms: IssueRequest['user_terms'];
  /** The order that an earlier attempt of this request has written. */
  readonly order: CardOrder | undefined;
};

/**
 * The input that a card is issued with, after every check, and the conditions that must still hold
 * when it is committed.
 */
export type CheckedCard<Input> = {
  readonly input: Input;
  readonly replacement?: IssueRequest['replacement'];
  readonly conditions: readonly ConditionCheck[];
  /**
   * The conditions that must hold when the order is written, and that the commit itself changes.
   */
  readonly orderConditions?: readonly ConditionCheck[];
};

/** Loads the customer and the order in flight, in one round trip, and one more for accepted terms. Cancels an order of another body under the same key. */
export const loadIssuingContext = async (
  request: OrderRequest,
  issuer: Issuer,
  customerId: string,
): Promise<IssuingContext> => {
  const { caller, db, now, idempotencyScope } = request;
  const { tenant_id } = caller;
  const beside = [
    accountKey(tenant_id, caller.account_id),
    orderKey({ tenant_id, ...idempotencyScope }),
  ];
  const { snapshot, more } = await readCustomerSnapshotWith(
    db,
    { tenant: tenant_id, customerId, now },
    beside,
  );
  const [account, item] = more;
  if (!account) throw new ApiError('account_not_found');
  const userTerms = await userTermsOf(db, snapshot);
  const context = { snapshot, accountCurrency: accountOf(account).currency, userTerms };
  const order = item && orderOf(item);
  if (!order) return { ...context, order: undefined };
  if (order.state === 'open' && isOfRequest(order, idempotencyScope.request_hash, now))
    return { ...context, order };
  await cancelOrder(order, issuer, checkpointOf(request));
  // Another worker that cancels it may not have finished: the retry starts from the beginning.
  if (order.state === 'canceling') throw new ApiError('unavailable');
  return { ...context, order: undefined };
};

const userTermsOf = async (db: OrderRequest['db'], { customer, agreements }: CustomerSnapshot) => {
  const accepted = agreements.accepted.find(({ document }) => document === card_user_terms);
  return accepted ? readAgreement(db, customer.tenant_id, accepted.agreement_id) : null;
};

/** Requires that the customer may have such a card. An error costs one more round trip, to say what is missing. */
export const requireEligible = async (
  { db, now }: Pick<OrderRequest, 'db' | 'now'>,
  { snapshot, accountCurrency }: IssuingContext,
  card: Pick<Card, 'type' | 'currency'>,
): Promise<{
  readonly granted: readonly Limit[];
  readonly conditions: readonly ConditionCheck[];
}> => {
  const { customer } = snapshot;
  requireOffered(card, accountCurrency);
  const missing = missingFeature(snapshot, card, accountCurrency, now);
  if (missing) {
    // Only a rejected request loads the rules of identities, which word its error.
    const { missingFeatureError } = await import('./missing-feature-error.ts');
    throw await missingFeatureError(db, snapshot, missing, now);
  }
  const { granting, granted } = grantsFor(card, snapshot, accountCurrency);
  const conditions = [
    customerUnchanged(customer),
    ...granting.map((feature) => featureActive(customer, feature)),
  ];
  return { granted, conditions };
};

type IssuedInput = Pick<CardInput, 'customer_id' | 'type' | 'currency' | 'spending_controls'> &
  Pick<CardInput, 'cardholder_name' | 'destination'>;

/**
 * Writes the order and has the card issued, or goes on with the order in flight as it was written. The caller commits the
 * card with `completed`. A rejection, by a check or by the issuer, cancels the order, so that its key is free again.
 */
export const issueCard = async <Input extends IssuedInput>(
  request: OrderRequest,
  issuer: Issuer,
  { snapshot: { customer }, order: inFlight, userTerms }: IssuingContext,
  check: Promise<CheckedCard<Input>>,
) => {
  let order = inFlight;
  try {
    const checked = await check;
    order ??= await writeOrder(request, checked);
    const { destination, cardholder_name } = order;
    const input = {
      ...checked.input,
      destination,
      cardholder_name: cardholder_name ?? checked.input.cardholder_name,
    };
    const card = await issue(issuer, {
      id: order.card_id,
      tenant_id: order.tenant_id,
      ordered_at: order.ordered_at,
      customer_id: input.customer_id,
      type: input.type,
      currency: input.currency,
      cardholder_name: input.cardholder_name,
      cardholder: cardholderFrom(customer),
      destination,
      limits: limitsInForce(input),
      replacement: checked.replacement ?? null,
      user_terms: userTerms,
    });
    const issuance: Issuance = {
      ...card,
      id: order.card_id,
      tenant_id: order.tenant_id,
      issuer: issuer.name,
    };
    return {
      order,
      completed: completeOrder(order),
      input,
      issuance,
      conditions: checked.conditions,
    };
  } catch (error) {
    if (order && isFinal(error)) await cancelOrder(order, issuer, checkpointOf(request));
    throw error;
  }
};

const writeOrder = async (
  { caller: { tenant_id }, idempotencyScope, newId, now, checkpoint }: OrderRequest,
  { input, conditions, orderConditions = [] }: CheckedCard<IssuedInput>,
): Promise<CardOrder> => {
  const scope = { tenant_id, ...idempotencyScope };
  const order = newOrder(scope, { ...input, card_id: newId('card') }, now, durations);
  await checkpoint({
    writes: [insertOrder(order)],
    conditions: [...conditions, ...orderConditions],
  });
  return order;
};

const issue = async (issuer: Issuer, request: IssueRequest) => {
  const result = await issuer.issue(request);
  // Another worker has canceled the order meanwhile.
  if (result.outcome === 'voided') throw new ApiError('unavailable', { retry_after_seconds: 1 });
  return result.card;
};

/** Whether the error is a rejection, and no outage after which the same order may still succeed. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'unavailable' && error.code !== 'timeout';

/** Cancels the order that a message names, if it was abandoned. */
export const cancelAbandonedOrder = async (
  key: OrderKey,
  work: Work,
  issuer: Pick<CardIssuer, 'void'>,
): Promise<void> => {
  const order = await findOrder(work.db, key);
  if (!order || !isAbandoned(order, work.deadline.now, durations)) return;
  try {
    await cancelOrder(order, issuer, (write) =>
      commitWork(work, { changes: [write], conditions: [] }),
    );
  } catch (error) {
    // Its card has been committed, or another worker has canceled it.
    if (!(error instanceof StaleDecision)) throw error;
  }
};

/**
 * Cancels an order in three steps: claim it, so that it cannot become a card; void it at the issuer; remove it. Each step
 * may run twice, and after a crash the sweeper goes on. A stale write throws and ends it.
 */
const cancelOrder = async (
  order: CardOrder,
  issuer: Pick<CardIssuer, 'void'>,
  save: (write: Write) => Promise<void>,
): Promise<void> => {
  if (order.state === 'open') await save(claimOrder(order));
  await issuer.void(order.card_id);
  await save(removeOrder(order));
};

const checkpointOf =
  ({ checkpoint }: OrderRequest) =>
  (write: Write): Promise<void> =>
    checkpoint({ writes: [write], conditions: [] });
