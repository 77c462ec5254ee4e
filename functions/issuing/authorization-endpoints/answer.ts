import * as z from 'zod/mini';
import { holdsCardNumber } from '../../core/card-number.ts';
import { parseUnambiguousJson } from '../../core/json.ts';
import { Metadata } from '../../core/metadata.ts';
import { visibleText } from '../cards/model.ts';
import type { BusinessDecision } from './states.ts';

/** The answer of a business. */
export type Opinion = {
  readonly decision: BusinessDecision;
  /** The approved amount, minor units; null where it declined. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
};

/** The amount that it was asked about, as far as an answer depends on it. */
export type AskedAmount = { readonly amount: number; readonly is_amount_controllable: boolean };

/** Reasons are kept so far, in characters. */
const reason_characters_max = 200;

const Answer = z.object({
  decision: z.enum(['approve', 'decline']),
  amount: z.optional(z.nullable(z.unknown())),
  reason: z.optional(z.unknown()),
  metadata: z.optional(z.unknown()),
});

/**
 * The opinion in an answer; undefined where it is none. A business that approves approves the
 * requested amount, or, where the amount is controllable, a smaller one. Words that cannot be kept
 * are dropped: they must not turn a decision into another.
 */
export const parseAnswer = (text: string, asked: AskedAmount): Opinion | undefined => {
  const { data } = z.safeParse(Answer, parseUnambiguousJson(text));
  if (!data) return undefined;
  const words = {
    reason: reasonOf(data.reason),
    metadata: z.safeParse(Metadata, data.metadata).data ?? {},
  };
  if (data.decision === 'decline') return { decision: 'decline', amount: null, ...words };
  const amount = data.amount ?? asked.amount;
  return isApprovable(amount, asked) ? { decision: 'approve', amount, ...words } : undefined;
};

const isApprovable = (amount: unknown, asked: AskedAmount): amount is number =>
  amount === asked.amount ||
  (asked.is_amount_controllable &&
    Number.isSafeInteger(amount) &&
    Number(amount) > 0 &&
    Number(amount) < asked.amount);

const reasonOf = (said: unknown): string | null => {
  if (typeof said !== 'string') return null;
  const cleaned = [...(visibleText(said) ?? '')].slice(0, reason_characters_max).join('');
  return cleaned === '' || holdsCardNumber(said) || holdsCardNumber(cleaned) ? null : cleaned;
};
