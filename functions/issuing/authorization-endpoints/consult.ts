import { setTimeout as pause } from 'node:timers/promises';
import { cache } from '../../core/cache.ts';
import { StaleDecision } from '../../core/dynamodb/commit.ts';
import type { SingleWrite } from '../../core/dynamodb/writes.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { systemClock } from '../../core/time.ts';
import type { Opinion } from './answer.ts';
import { type AskedBusiness, ask, prepareSecrets, type Question } from './ask.ts';
import { type Breaker, breakerAfter, breakerState, probing } from './breaker.ts';
import { type AuthorizationEndpoint, fallbackDecision } from './model.ts';
import type { FallbackReason } from './states.ts';
import { type EndpointAndBreaker, endpointKeys, saveBreaker, takeQuestion } from './table.ts';

/** The inputs of a consultation. */
export type Consulting = {
  /** Writes one item; throws StaleDecision where its condition fails. */
  readonly write: (write: SingleWrite) => Promise<void>;
  /** When the issuer asked, in milliseconds since 1970. */
  readonly began_ms: number;
  /** When the issuer must have its answer, in milliseconds since 1970. */
  readonly answer_by_ms: number;
};

/** The decision of the business, or of its fallback where there is no answer. */
export type BusinessVerdict = Omit<Opinion, 'decision'> & {
  readonly decided_by: 'business' | 'fallback';
  readonly decision: Opinion['decision'];
  readonly business_response: (Omit<Opinion, 'metadata'> & { readonly response_ms: number }) | null;
  readonly fallback_reason: FallbackReason | null;
};

/** The verdict, and the breaker being saved meanwhile, which never rejects. */
export type Consulted = { readonly verdict: BusinessVerdict; readonly saving: Promise<void> };

/** A turn to ask a question: the verdict on it of a moment ago, where the decision is made again, or what asks. */
export type Turn =
  | { readonly earlier: BusinessVerdict }
  | { readonly consult: () => Promise<Consulted> };

/** Left of the issuer's time for the commit after an answer, in milliseconds. */
const commit_ms = 250;
/** Less is not worth a request, in milliseconds. */
const question_ms_min = 50;
/** A question in flight is waited for so long at a time, in milliseconds. */
const in_flight_ms = 400;

const clock = systemClock();

/** Answers of the last seconds: a decision whose commit meets another is made again without a second question. */
const answers = cache<AskedBusiness>(1_000, { ttl_ms: 5_000, now: () => clock.now().getTime() });

/** A question, and the creation time of its authorization as the first request named it. */
type Asking = Question & {
  readonly created_at: string;
  /** Whether the card alone declines, so that nobody is asked. */
  readonly isDeclined: boolean;
};

/**
 * Takes the turn to ask a question, while the rest of what the decision needs is read. One instance asks at a time: where
 * another does, this waits and throws StaleDecision, so that its decision is read. While the breaker is half open, one request
 * of all finds out whether the endpoint answers. Undefined, and nothing is written, where the card alone declines.
 */
export const acquireLease = async (
  found: EndpointAndBreaker,
  asking: Asking,
  consulting: Consulting,
): Promise<Turn | undefined> => {
  const { endpoint, breaker } = found;
  const earlier = await answers.known(keyOf(endpoint, asking));
  if (earlier) return { earlier: verdictOf(endpoint, earlier, asking.about) };
  if (asking.isDeclined) return undefined;
  const now = clock.now();
  const state = breakerState(breaker, now);
  if (state === 'open') return turnOf(unasked(endpoint, 'breaker_open', asking));
  const lease_ms = endpoint.timeout_ms + commit_ms;
  const leased_until = new Date(now.getTime() + lease_ms).toISOString();
  const { created_at } = asking;
  const question = endpointKeys.question(endpoint.tenant_id, asking.id);
  const [isOurs, probe] = await Promise.all([
    written(consulting.write, takeQuestion(question, { created_at, leased_until }, now)),
    state === 'closed' ? breaker : probeOf(found, lease_ms, consulting.write, now),
    prepareSecrets(endpoint),
  ]);
  if (!isOurs) {
    await pause(in_flight_ms);
    throw new StaleDecision();
  }
  if (!probe) return turnOf(unasked(endpoint, 'breaker_open', asking));
  return turnOf(() => consulted({ endpoint, breaker: probe }, asking, consulting));
};

const keyOf = ({ tenant_id }: AuthorizationEndpoint, { id }: Question) => `${tenant_id}/${id}`;

const turnOf = (consult: () => Promise<Consulted>): Turn => ({ consult });

const unasked =
  (endpoint: AuthorizationEndpoint, failure: FallbackReason, { about }: Question) =>
  async () => ({
    verdict: fallback(endpoint, failure, about),
    saving: Promise.resolve(),
  });

/** Asks within what is left of the issuer's time. */
const consulted = async (
  { endpoint, breaker }: EndpointAndBreaker,
  question: Question,
  { write, answer_by_ms }: Consulting,
): Promise<Consulted> => {
  const deadline_ms = Math.min(
    endpoint.timeout_ms,
    answer_by_ms - commit_ms - clock.now().getTime(),
  );
  if (deadline_ms < question_ms_min) return unasked(endpoint, 'timeout', question)();
  const asked = await answers.of(keyOf(endpoint, question), () =>
    ask(endpoint, question, { deadline_ms }),
  );
  const saving = recordAnswer({ endpoint, breaker }, asked, write);
  return { verdict: verdictOf(endpoint, asked, question.about), saving };
};

/** The breaker while this request probes the endpoint; undefined where another does. */
const probeOf = async (
  { endpoint, breaker }: EndpointAndBreaker,
  probe_ms: number,
  write: Consulting['write'],
  now: Date,
): Promise<Breaker | undefined> => {
  const probe = probing(breaker, probe_ms, now);
  return (await written(write, saveBreaker(endpoint, probe))) ? probe : undefined;
};

/** False where the condition of the write fails. */
const written = async (write: Consulting['write'], one: SingleWrite): Promise<boolean> => {
  try {
    await write(one);
    return true;
  } catch (error) {
    if (error instanceof StaleDecision) return false;
    throw error;
  }
};

/**
 * One of several failures at the same time is counted. A count that cannot be saved is lost, and
 * never a decision.
 */
const recordAnswer = async (
  { endpoint, breaker }: EndpointAndBreaker,
  { failure }: AskedBusiness,
  write: Consulting['write'],
): Promise<void> => {
  const after =
    failure === 'internal' ? undefined : breakerAfter(breaker, failure === null, clock.now());
  if (!after) return;
  await written(write, saveBreaker(endpoint, after)).catch((error: unknown) => {
    logEvent('warn', 'authorization_endpoint_health_unrecorded', {
      endpoint_id: endpoint.id,
      error: serializeError(error),
    });
  });
};

type AboutAmount = { readonly amount: number; readonly currency: string };

const verdictOf = (
  endpoint: AuthorizationEndpoint,
  asked: AskedBusiness,
  about: AboutAmount,
): BusinessVerdict => {
  if (asked.failure !== null) return fallback(endpoint, asked.failure, about);
  const { metadata, ...opinion } = asked.opinion;
  const business_response = { ...opinion, response_ms: asked.response_ms };
  return { ...asked.opinion, decided_by: 'business', business_response, fallback_reason: null };
};

const fallback = (
  endpoint: AuthorizationEndpoint,
  fallback_reason: FallbackReason,
  about: AboutAmount,
): BusinessVerdict => {
  const decision = fallbackDecision(endpoint, about);
  const amount = decision === 'approve' ? about.amount : null;
  const none = { reason: null, metadata: {}, business_response: null } as const;
  return { decided_by: 'fallback', decision, amount, ...none, fallback_reason };
};
