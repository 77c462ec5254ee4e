import type { Outcome } from '../functions/outcome.ts';
import type { Authorizer } from './model.ts';
import { type AuthorizerAnswer, allows, objectIn, readAuthorizerAnswer } from './policy.ts';

/** Who calls, or why the gateway refuses. */
export type Verdict =
  | ({ readonly kind: 'allowed' } & Pick<AuthorizerAnswer, 'principalId' | 'context' | 'usageIdentifierKey'>)
  | { readonly kind: 'refused'; readonly refusal: 'UNAUTHORIZED' | 'ACCESS_DENIED' | 'AUTHORIZER_FAILURE' };

/** Asks one TOKEN authorizer about a token and a method. */
export type Authorize = (token: string | undefined, methodArn: string) => Promise<Verdict>;

/** Answers kept at once; the oldest go first. */
const cached_max = 10_000;

type Asked = AuthorizerAnswer | 'UNAUTHORIZED' | 'AUTHORIZER_FAILURE';

/** An authorizer with its cache: answers are kept by token for their TTL and used for every method, failures are not kept. */
export const createAuthorize = (authorizer: Authorizer, invoke: (payload: string) => Promise<Outcome>): Authorize => {
  const cache = new Map<string, { readonly answer: AuthorizerAnswer; readonly until: number }>();
  const asking = new Map<string, Promise<Asked>>();

  const ask = async (token: string, methodArn: string): Promise<Asked> => {
    const outcome = await invoke(JSON.stringify({ type: 'TOKEN', methodArn, authorizationToken: token })).catch(
      () => null,
    );
    if (outcome === null) return 'AUTHORIZER_FAILURE';
    if (outcome.functionError) return isUnauthorized(outcome.payload) ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
    const answer = readAuthorizerAnswer(outcome.payload);
    if (answer && authorizer.ttl_ms > 0) {
      cache.set(token, { answer, until: performance.now() + authorizer.ttl_ms });
      for (const oldest of cache.keys()) if (cache.size > cached_max) cache.delete(oldest);
    }
    return answer ?? 'AUTHORIZER_FAILURE';
  };
  /** Requests that come while the same token is being asked about share the one answer. */
  const askOnce = (token: string, methodArn: string): Promise<Asked> => {
    const running = asking.get(token) ?? ask(token, methodArn).finally(() => asking.delete(token));
    asking.set(token, running);
    return running;
  };

  return async (token, methodArn) => {
    if (!token || authorizer.pattern?.test(token) === false) return { kind: 'refused', refusal: 'UNAUTHORIZED' };
    const kept = cache.get(token);
    if (kept && kept.until <= performance.now()) cache.delete(token);
    const answer = kept && kept.until > performance.now() ? kept.answer : await askOnce(token, methodArn);
    if (typeof answer === 'string') return { kind: 'refused', refusal: answer };
    if (!allows(answer, methodArn)) return { kind: 'refused', refusal: 'ACCESS_DENIED' };
    const { policyDocument: _, ...who } = answer;
    return { kind: 'allowed', ...who };
  };
};

/** An authorizer refuses a token by throwing an error with exactly this message. */
const isUnauthorized = (payload: string): boolean => objectIn(payload)?.errorMessage === 'Unauthorized';
