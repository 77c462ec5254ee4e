import { createHash } from 'node:crypto';
import type { EngineAnswer } from '../../dynamodb/engine.ts';
import { AwsError } from '../../errors.ts';

/** What has been done under a token of a transaction, so that its repeat does nothing. */
export type RequestTokens = {
  /** Acts, unless it was done under this token within ten minutes: then its answer comes again. Rejects with AwsError for other input. */
  once(token: string, input: string, act: () => Promise<EngineAnswer>): Promise<EngineAnswer>;
};

/** DynamoDB's ten minutes. */
const remembered_ms = 600_000;

/**
 * Tokens are kept here since the engine, given them, looks at every one of the last ten minutes in every transaction.
 * `now` in milliseconds.
 */
export const createRequestTokens = (now: () => number): RequestTokens => {
  // In the order in which they began.
  const done = new Map<
    string,
    { readonly digest: string; readonly at: number; readonly answer: Promise<EngineAnswer> }
  >();
  const forget = () => {
    for (const [token, { at }] of done) {
      if (at > now() - remembered_ms) return;
      done.delete(token);
    }
  };
  return {
    once: async (token, input, act) => {
      forget();
      const digest = createHash('sha256').update(input).digest('base64');
      const before = done.get(token);
      if (before && before.digest !== digest) throw mismatch();
      if (before) return before.answer;
      const answer = act().then(apart);
      done.set(token, { digest, at: now(), answer });
      const succeeded = await answer.then(
        ({ status }) => status === 200,
        () => false,
      );
      // What was refused may be tried again under its token.
      if (!succeeded) done.delete(token);
      return answer;
    },
  };
};

/** Small buffers share a block of memory, which one that is kept for long would keep from all others. */
const apart = ({ body, ...answer }: EngineAnswer): EngineAnswer => {
  const kept = Buffer.allocUnsafeSlow(body.length);
  body.copy(kept);
  return { ...answer, body: kept };
};

const mismatch = () =>
  new AwsError(
    400,
    'IdempotentParameterMismatchException',
    'This request token was already used with a different payload in the last 10 minutes.',
  );
