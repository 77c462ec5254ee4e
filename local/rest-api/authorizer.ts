import type { InvocationOutcome } from '../functions/outcome.ts';
import { wildcard } from '../iam/statements.ts';
import { objectIn, objectOr } from '../json-protocol.ts';
import type { Authorizer } from './model.ts';

/** The caller, or the error that the gateway answers. */
export type Verdict =
  | ({ readonly kind: 'allowed' } & Pick<
      AuthorizerAnswer,
      'principalId' | 'context' | 'usageIdentifierKey'
    >)
  | {
      readonly kind: 'rejected';
      readonly error: 'UNAUTHORIZED' | 'ACCESS_DENIED' | 'AUTHORIZER_FAILURE';
    };

/** Asks one TOKEN authorizer about a token and a method. */
export type Authorize = (token: string | undefined, methodArn: string) => Promise<Verdict>;

/** Answers kept at once; the oldest go first. */
const cached_max = 10_000;

type Answered = AuthorizerAnswer | 'UNAUTHORIZED' | 'AUTHORIZER_FAILURE';

/** An authorizer with its cache: answers are kept by token for their TTL and used for every method, failures are not kept. */
export const createAuthorize = (
  authorizer: Authorizer,
  invoke: (payload: string) => Promise<InvocationOutcome>,
): Authorize => {
  const cache = new Map<string, { readonly answer: AuthorizerAnswer; readonly until: number }>();
  const asking = new Map<string, Promise<Answered>>();

  const ask = async (token: string, methodArn: string): Promise<Answered> => {
    const outcome = await invoke(
      JSON.stringify({ type: 'TOKEN', methodArn, authorizationToken: token }),
    ).catch(() => null);
    if (outcome === null) return 'AUTHORIZER_FAILURE';
    if (outcome.functionError)
      return isUnauthorized(outcome.payload) ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
    const answer = readAuthorizerAnswer(outcome.payload);
    if (answer && authorizer.ttl_ms > 0) {
      cache.set(token, { answer, until: performance.now() + authorizer.ttl_ms });
      for (const oldest of cache.keys()) if (cache.size > cached_max) cache.delete(oldest);
    }
    return answer ?? 'AUTHORIZER_FAILURE';
  };
  /** Concurrent requests with the same token share one answer. */
  const askOnce = (token: string, methodArn: string): Promise<Answered> => {
    const running = asking.get(token) ?? ask(token, methodArn).finally(() => asking.delete(token));
    asking.set(token, running);
    return running;
  };

  return async (token, methodArn) => {
    if (!token || authorizer.pattern?.test(token) === false)
      return { kind: 'rejected', error: 'UNAUTHORIZED' };
    const kept = cache.get(token);
    if (kept && kept.until <= performance.now()) cache.delete(token);
    const answer =
      kept && kept.until > performance.now() ? kept.answer : await askOnce(token, methodArn);
    if (typeof answer === 'string') return { kind: 'rejected', error: answer };
    if (!allows(answer, methodArn)) return { kind: 'rejected', error: 'ACCESS_DENIED' };
    const { policyDocument: _, ...who } = answer;
    return { kind: 'allowed', ...who };
  };
};

/** An authorizer rejects a token by throwing an error with exactly this message. */
const isUnauthorized = (payload: string): boolean =>
  objectIn(payload)?.errorMessage === 'Unauthorized';

type AuthorizerAnswer = {
  readonly principalId: string;
  readonly policyDocument: { readonly Statement: readonly Statement[] };
  readonly context: Readonly<Record<string, string>>;
  /** The value of the API key that the caller is counted by. */
  readonly usageIdentifierKey?: string;
};

type Statement = {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
};

/** Reads an authorizer's answer; undefined where API Gateway could not use it. */
const readAuthorizerAnswer = (payload: string): AuthorizerAnswer | undefined => {
  const answer = objectIn(payload);
  const statements = objectOr(answer?.policyDocument)?.Statement;
  const context = contextOf(answer?.context ?? {});
  if (!answer || typeof answer.principalId !== 'string' || !context || statements === undefined)
    return undefined;
  const { usageIdentifierKey } = answer;
  if (usageIdentifierKey !== undefined && typeof usageIdentifierKey !== 'string') return undefined;
  const read = listOf(statements).map(statementOf);
  if (!read.every((each) => each !== undefined)) return undefined;
  const said = { principalId: answer.principalId, policyDocument: { Statement: read }, context };
  return usageIdentifierKey === undefined ? said : { ...said, usageIdentifierKey };
};

const allows = ({ policyDocument }: AuthorizerAnswer, methodArn: string): boolean => {
  const matching = policyDocument.Statement.filter(
    (each) =>
      each.Action.some((action) => wildcard(action, 'i')('execute-api:Invoke')) &&
      each.Resource.some((resource) => wildcard(resource)(methodArn)),
  );
  return (
    matching.some(({ Effect }) => Effect === 'Allow') &&
    !matching.some(({ Effect }) => Effect === 'Deny')
  );
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** A context value that is an object or a list makes API Gateway reject the whole answer. */
const contextOf = (value: unknown): Record<string, string> | undefined => {
  const entries = Object.entries(objectOr(value) ?? {});
  const usable = entries.every(([, each]) => ['string', 'number', 'boolean'].includes(typeof each));
  return usable
    ? Object.fromEntries(entries.map(([name, each]) => [name, String(each)]))
    : undefined;
};

const statementOf = (value: unknown): Statement | undefined => {
  const { Effect, Action, Resource } = objectOr(value) ?? {};
  const [actions, resources] = [listOf(Action), listOf(Resource)];
  const texts = (list: readonly unknown[]): list is string[] =>
    list.every((each) => typeof each === 'string');
  if ((Effect !== 'Allow' && Effect !== 'Deny') || !texts(actions) || !texts(resources))
    return undefined;
  return { Effect, Action: actions, Resource: resources };
};
