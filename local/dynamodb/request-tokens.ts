import { createHash } from 'node:crypto';
import { AwsError } from '../errors.ts';
import type { EngineAnswer } from './engine.ts';

/** The transactions done under a token, so that a repeat does nothing. */
export type RequestTokens = {
  /** Acts once per token within ten minutes; a repeat gets the same answer, other input is an AwsError. */
  once(token: string, input: string, act: () => Promise<EngineAnswer>): Promise<EngineAnswer>;
};

const kept_ms = 600_000;

/** Tokens are kept here: the engine would look at all of the last ten minutes in every transaction. */
export const createRequestTokens = (now: () => number = Date.now): RequestTokens => {
  // In the order in which they started.
  const done = new Map<
    string,
    { readonly digest: string; readonly at: number; readonly answer: Promise<EngineAnswer> }
  >();
  const dropOld = () => {
    for (const [token, { at }] of done) {
      if (at > now() - kept_ms) return;
      done.delete(token);
    }
  };
  return {
    once: async (token, input, act) => {
      dropOld();
      const digest = createHash('sha256').update(input).digest('base64');
      const before = done.get(token);
      if (before && before.digest !== digest) throw mismatch();
      if (before) return before.answer;
      const answer = act().then(copied);
      done.set(token, { digest, at: now(), answer });
      const succeeded = await answer.then(
        ({ status }) => status === 200,
        () => false,
      );
      // A rejected transaction may be tried again under its token.
      if (!succeeded) done.delete(token);
      return answer;
    },
  };
};

/** Small buffers share a block of memory; one that is kept for long would keep the whole block. */
const copied = ({ body, ...answer }: EngineAnswer): EngineAnswer => {
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
