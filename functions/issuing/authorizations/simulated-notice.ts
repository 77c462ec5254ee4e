import { ApiError } from '../../core/api-error.ts';
import type { AuthorizationStatus } from './decision.ts';
import { type Authorization, authorizationTransitions } from './model.ts';
import type { AuthorizationNotice, TransactionNotice } from './settlement.ts';

/** A simulated notice of a card's issuer. */
export type SimulatedNotice = {
  readonly status: AuthorizationStatus;
  readonly amount?: number | null | undefined;
  readonly captured_amount?: number | null | undefined;
};

/** The notice that the issuer would send, or the error with the statuses that can follow. */
export const simulatedNotice = (
  current: Authorization,
  { status, captured_amount, ...said }: SimulatedNotice,
  { reference, now }: { readonly reference: string; readonly now: Date },
): AuthorizationNotice => {
  const amount = said.amount ?? current.amount;
  const following = Object.keys(authorizationTransitions[current.status]);
  const allowed_actions = !current.approved
    ? []
    : current.status === 'pending'
      ? ['pending', ...following]
      : following;
  if (!allowed_actions.includes(status))
    throw new ApiError('action_not_allowed', { current_status: current.status, allowed_actions });
  const captured = captured_amount ?? (status === 'closed' ? amount : current.captured_amount);
  // An amount captured before stays captured.
  const more = captured - current.captured_amount;
  const capture = { kind: 'capture', amount: more, issuer_reference: reference } as const;
  const transactions = more > 0 ? [simulatedTransaction(capture, current, now)] : [];
  const approvals = current.approvals + (amount > current.amount ? 1 : 0);
  return { approved: true, status, amount, approvals, transactions, at: now.toISOString() };
};

/**
 * The members that a simulated transaction sets; all else is as in its authorization, or in its
 * card.
 */
type SimulatedTransaction = Pick<TransactionNotice, 'kind' | 'amount' | 'issuer_reference'> & {
  readonly merchant_amount?: number | null | undefined;
  readonly merchant_currency?: string | null | undefined;
};

/** A transaction as the issuer would say it, processed by the network on the day it is made. */
export const simulatedTransaction = (
  { kind, amount, issuer_reference, merchant_amount, merchant_currency }: SimulatedTransaction,
  { currency, merchant }: Pick<Authorization, 'currency' | 'merchant'>,
  now: Date,
): TransactionNotice => {
  const created_at = now.toISOString();
  return {
    kind,
    amount,
    issuer_reference,
    created_at,
    currency,
    merchant,
    network_date: created_at.slice(0, 10),
    merchant_amount: merchant_amount ?? amount,
    merchant_currency: merchant_currency ?? currency,
  };
};
