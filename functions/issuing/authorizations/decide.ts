import type { Database } from '../../core/dynamodb/client.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { writeOne } from '../../core/dynamodb/write-one.ts';
import { idNamed } from '../../core/new-id.ts';
import { commitWork, type UnitOfWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { systemClock } from '../../core/time.ts';
import {
  acquireLease,
  type BusinessVerdict,
  type Consulted,
  type Consulting,
  type Turn,
} from '../authorization-endpoints/consult.ts';
import { askedQuestionOf, endpointKeys, endpointOf } from '../authorization-endpoints/table.ts';
import { canceledAfter } from '../cards/cancel-after.ts';
import { card as cardChange } from '../cards/changes.ts';
import { readSpendingContext, type SpendingContext, saveSpending } from '../cards/context.ts';
import { effectiveCard } from '../cards/eligibility.ts';
import type { Card } from '../cards/model.ts';
import { pinEntered } from '../cards/pin.ts';
import {
  adjustedIn,
  type CardLimit,
  cardLimits,
  countersAt,
  nothingSpent,
  windowsOf,
} from '../cards/spending.ts';
import { cardUnchanged } from '../cards/table.ts';
import { authorizationChange } from './changes.ts';
import {
  type AuthorizationDecision,
  authorize,
  isPinChecked,
  limitAtDecision,
} from './decision.ts';
import { countersWithout, decidedIncrement, type Increment, incremented } from './increment.ts';
import type { AuthorizationQuestion } from './issuer-notice.ts';
import {
  type Authorization,
  type AuthorizationSubject,
  countedAmount,
  type DecisionRecord,
  merchantOf,
  newAuthorization,
} from './model.ts';
import type { AuthorizationTransition } from './settlement.ts';
import { authorizationIdOf, readSubject } from './table.ts';

/** The answer to an issuer: a card that is not there declines, and leaves nothing behind. */
export type AuthorizationAnswer = {
  readonly approved: boolean;
  /** The approved amount where that is less than the requested amount; minor units. */
  readonly amount?: number;
  readonly authorization: Authorization | undefined;
};

const clock = systemClock();

/** Attempts while other authorizations of the card are committed: the issuer's deadline ends them before. */
export const decision_attempts_max = 20;

/** When an issuer asked and must have its answer, in milliseconds since 1970. */
type IssuerTimes = Omit<Consulting, 'write'>;

/**
 * Decides over what an issuer asks, once for each of its authorizations and increments: who asks again is answered as
 * before. Three round trips and the question to the business; one where it was decided before or there is no such card. Throws
 * as commit does; the response to the issuer is then a decline.
 */
export const decideAuthorization = (
  work: Work,
  question: AuthorizationQuestion,
  times: IssuerTimes,
): Promise<AuthorizationAnswer> =>
  retryOnConflict(
    async () => {
      const write: Consulting['write'] = (one) => writeOne(work.connection, one, work.deadline);
      const { unit, saving, ...answer } = await decidedAuthorization(
        work.db,
        question,
        { ...times, write },
        work.deadline.now,
      );
      await Promise.all([unit && commitWork(work, unit), saving]);
      return answer;
    },
    { times: decision_attempts_max },
  );

/** The answer, its unit of work where the decision is new, and what is saved beside that, which never rejects. */
type Decided = AuthorizationAnswer & {
  readonly unit?: UnitOfWork & {
    readonly changes: readonly [
      ReturnType<typeof authorizationChange>,
      ...UnitOfWork['changes'][number][],
    ];
  };
  readonly saving?: Promise<void> | undefined;
};

/**
 * The decision over an issuer's request: the rules first, then the business about what they approve. The rules alone decide over
 * nothing: a merchant that checks a card requests 0. Where the decision is made again after a conflict, the rules decide again, and the
 * business is not asked again.
 */
export const decidedAuthorization = async (
  db: Database,
  question: AuthorizationQuestion,
  consulting: Consulting,
  now: Date,
): Promise<Decided> => {
  const { subject: said, increment } = question;
  const { tenant_id } = said;
  const id = questionIdOf(question);
  const wanted = [
    endpointKeys.endpoint(tenant_id),
    endpointKeys.breaker(tenant_id),
    endpointKeys.question(tenant_id, id),
  ];
  const { recorded, card, account_id, more } = await readSubject(db, said, wanted);
  const before = recorded && (increment ? decidedIncrement(recorded, said, increment) : recorded);
  if (before) return answerOf(before.approved, question, recorded);
  if (!card || account_id === undefined) return { approved: false, authorization: undefined };
  const [endpoint, breaker, asked] = more;
  // The first request of the same question has named the authorization already.
  const subject = {
    ...said,
    created_at: askedQuestionOf(asked, now)?.created_at ?? said.created_at,
  };
  const found = endpointOf([endpoint, breaker]);
  const of = { subject, recorded, card, increment };
  // The lease of the question is written while limits are read, so only what the card alone declines does without it.
  const isDeclined = !authorize(card, nothingCounted, requestOf(subject), now).approved;
  const asking = { id, about: aboutOf(of), created_at: subject.created_at, isDeclined };
  const [budget, turn] = await Promise.all([
    readSpendingContext(db, account_id, card, now),
    found?.endpoint.status === 'enabled' && said.amount > 0
      ? acquireLease(found, asking, consulting)
      : undefined,
  ]);
  const rules = rulesOf(of, budget, now);
  const { decision, verdict, saving } = await jointDecision(rules, subject, turn);
  const record = recordOf(decision, verdict, clock.now().getTime() - consulting.began_ms);
  const amount = (decision.approved && verdict?.amount) || subject.amount;
  const transition = transitionOf(of, { ...decision, amount, record }, now);
  const unit = unitOf(transition, decision, { subject, card, budget }, now);
  return { ...answerOf(decision.approved, question, transition.after), unit, saving };
};

/** The authorization, what was spent, and the card where that was its last payment or a PIN was counted. */
const unitOf = (
  transition: AuthorizationTransition,
  { approved, decline_reason, counters }: AuthorizationDecision,
  { subject, card, budget }: Pick<Subject, 'subject' | 'card'> & { budget: SpendingContext },
  now: Date,
): NonNullable<Decided['unit']> => {
  const { after } = transition;
  // The decision counts the whole amount; of a part that was refunded less counts.
  const difference = { amount: countedAmount(after) - after.amount };
  const spending = adjustedIn(counters, after.windows, difference);
  const spent = approved ? [saveSpending(card, spending, budget.spending)] : [];
  const entered =
    subject.pin && isPinChecked(decline_reason) ? pinEntered(card, subject.pin, now) : undefined;
  const ended = approved ? canceledAfter(entered?.after ?? card, spending, now) : undefined;
  const [step, ...steps] = [entered, ended].filter((one) => one !== undefined);
  const rest = step ? [cardChange(step, ...steps)] : [];
  const conditions = [...budget.conditions, ...(step ? [] : [cardUnchanged(card)])];
  return { changes: [authorizationChange(transition), ...spent, ...rest], conditions };
};

/** The one id of a question: a request for the same amount of the same authorization has the same. */
const questionIdOf = ({ subject, increment }: AuthorizationQuestion): string => {
  const { tenant_id, issuer, issuer_reference, amount } = subject;
  const name = JSON.stringify([
    tenant_id,
    issuer,
    issuer_reference,
    ...(increment ? [increment.asked_at, amount] : []),
  ]);
  return idNamed('authorization_request', new Date(0), name);
};

/** An authorization that is decided over: a new one, or one whose amount is increased. */
type Subject = {
  readonly subject: AuthorizationSubject;
  readonly recorded: Authorization | undefined;
  readonly card: Card;
  readonly increment?: Increment | undefined;
};

/** The question to the business. An increment cannot be approved in part. */
const aboutOf = ({ subject, recorded, card }: Subject) => ({
  authorization_id: authorizationIdOf(subject),
  card_id: subject.card_id,
  customer_id: card.customer_id,
  amount: subject.amount,
  approved_amount: recorded?.amount ?? 0,
  currency: subject.currency,
  is_amount_controllable: !recorded && (subject.is_amount_controllable ?? false),
  merchant: merchantOf(subject.merchant),
});

type LimitedDecision = AuthorizationDecision & { readonly limit_at_decision: CardLimit | null };

/** The decision of the rules over an amount. */
type Rules = (amount: number) => LimitedDecision;

const rulesOf = (
  { subject, recorded, card: stored }: Subject,
  budget: SpendingContext,
  now: Date,
): Rules => {
  const { context, granted, spending } = budget;
  const card = effectiveCard(stored, context, now);
  const counters = recorded ? countersWithout(recorded, spending.counters, now) : spending.counters;
  const limits = cardLimits(card, { counters, granted }, now);
  return (amount) => {
    const request = { ...requestOf(subject), amount };
    const decision = authorize(card, { counters, granted }, request, now);
    return { ...decision, limit_at_decision: limitAtDecision(decision, limits) };
  };
};

/** Nothing was spent, and no feature bounds it. */
const nothingCounted = { counters: nothingSpent, granted: [] };

const requestOf = (subject: AuthorizationSubject) => {
  const { amount, currency, merchant_currency, card_presence, merchant, pin = null } = subject;
  return { amount, currency, merchant_currency, card_presence, pin, ...merchantOf(merchant) };
};

type Joint = Partial<Consulted> & { readonly decision: LimitedDecision };

/** The decision of the rules and, about what they approve, of the business; the rules decide last over what it approves. */
const jointDecision = async (
  rules: Rules,
  { amount }: AuthorizationSubject,
  turn: Turn | undefined,
): Promise<Joint> => {
  const first = rules(amount);
  if (!turn) return { decision: first };
  if (!('earlier' in turn) && !first.approved) return { decision: first };
  const consulted = 'earlier' in turn ? { verdict: turn.earlier } : await turn.consult();
  const { verdict } = consulted;
  if (verdict.decision === 'approve')
    return { ...consulted, decision: rules(verdict.amount ?? amount) };
  const decline_reason =
    verdict.decided_by === 'business' ? 'declined_by_business' : 'authorization_endpoint_failed';
  const decision: LimitedDecision = {
    approved: false,
    decline_reason,
    counters: first.counters,
    limit_at_decision: null,
  };
  return { ...consulted, decision };
};

/**
 * The decider in the end: the rules, where they decline what the business has approved meanwhile.
 */
const recordOf = (
  { approved, limit_at_decision }: LimitedDecision,
  verdict: BusinessVerdict | undefined,
  decision_ms: number,
): DecisionRecord => {
  const { business_response = null, fallback_reason = null, metadata = {} } = verdict ?? {};
  const decided_by =
    !verdict || approved !== (verdict.decision === 'approve') ? 'rules' : verdict.decided_by;
  return {
    decided_by,
    decision_ms: Math.max(0, decision_ms),
    limit_at_decision,
    business_response,
    fallback_reason,
    metadata,
  };
};

type Outcome = AuthorizationDecision & { readonly amount: number; readonly record: DecisionRecord };

const transitionOf = (
  { subject, recorded, card, increment }: Subject,
  { decline_reason, counters, amount, record }: Outcome,
  now: Date,
): AuthorizationTransition => {
  if (recorded && increment)
    return incremented(
      recorded,
      { decline_reason, counters },
      { ...increment, amount: subject.amount, record },
      now,
    );
  const windows = windowsOf(countersAt(counters, now));
  const decided = {
    id: authorizationIdOf(subject),
    card,
    decline_reason,
    windows,
    approved_amount: amount,
    record,
  };
  return newAuthorization(subject, decided, now);
};

/** The response to the issuer: of what is approved in part also how much, in the first step of its history. */
const answerOf = (
  approved: boolean,
  { subject, increment }: AuthorizationQuestion,
  authorization: Authorization | undefined,
): AuthorizationAnswer => {
  const first =
    authorization?.history.find(({ status }) => status === 'pending')?.amount ?? subject.amount;
  const isPart =
    approved && !increment && authorization?.is_amount_controllable && first < subject.amount;
  return { approved, authorization, ...(isPart && { amount: first }) };
};
