import type { TransactionNotice } from '../../functions/issuing/authorizations/settlement.ts';
import { cardLimits } from '../../functions/issuing/cards/spending.ts';
import { type anIssuer, limitedTo } from './an-issuer.ts';
import { aNotice, aTransactionNotice } from './fixtures/authorizations.ts';
import { aCard, now } from './fixtures/cards.ts';

export type Issuer = ReturnType<typeof anIssuer>;

export const capture = (amount = 100, over: Partial<TransactionNotice> = {}) =>
  aTransactionNotice({ amount, ...over });
export const refund = (amount: number, over: Partial<TransactionNotice> = {}) =>
  aTransactionNotice({ kind: 'refund', issuer_reference: 'ipi_refund', amount, ...over });
export const closed = (...transactions: TransactionNotice[]) =>
  aNotice({ status: 'closed', transactions });
export const created = 'card.transaction_created';

/** The rest of the day's limit, as the card shows it. */
export const leftOf = async (issuer: Issuer, limit: number) => {
  const { counters } = await issuer.spending();
  const [, daily] = cardLimits(aCard(limitedTo(limit)), { counters, granted: [] }, now);
  return daily?.left;
};

export const first = capture(30, { issuer_reference: 'ipi_first' });
export const second = capture(60, { issuer_reference: 'ipi_second', network_date: '2026-11-21' });
export const back = refund(20);
export const forced = capture(40, { issuer_reference: 'ipi_forced' });
