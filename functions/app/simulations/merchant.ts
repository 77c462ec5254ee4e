import type * as z from 'zod/mini';
import { ApiError } from '../../core/api-error.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import type { OfCard } from '../../issuing/authorizations/issuer-notice.ts';
import { type Authorization, type Merchant, nobody } from '../../issuing/authorizations/model.ts';
import type { TransactionKind } from '../../issuing/authorizations/settlement.ts';
import { simulatedTransaction } from '../../issuing/authorizations/simulated-notice.ts';
import { authorizationOf } from '../../issuing/authorizations/stored-form.ts';
import { authorizationKey } from '../../issuing/authorizations/table.ts';
import { cardKeys, cardOf } from '../../issuing/cards/table.ts';
import { transaction } from '../../issuing/transactions/changes.ts';
import {
  linkedTransaction,
  settlement,
  unlinkedTransaction,
} from '../../issuing/transactions/record.ts';
import type { CaptureSimulation } from './authorization-routes.ts';

/** The fields of a merchant's action; a refund closes no authorization. */
type StatedMerchant = Partial<z.output<typeof CaptureSimulation>>;
type Act = OfCard & {
  readonly kind: TransactionKind;
  readonly said: StatedMerchant;
  readonly reference: string;
};

/**
 * A merchant's action on a card, as its issuer would report it: the unit of work, its transaction
 * first.
 */
export const merchantActs = async (
  db: Database,
  { kind, said, reference, ...of }: Act,
  now: Date,
) => {
  const { tenant_id, card_id } = of;
  const { authorization_id } = said;
  const named = authorization_id ? [authorizationKey(tenant_id, authorization_id)] : [];
  const [found, item] = await db.batch([cardKeys.card(tenant_id, card_id), ...named]);
  if (!found) throw new ApiError('card_not_found');
  const [card, recorded] = [cardOf(found), item && authorizationOf(item)];
  if (authorization_id && recorded?.card_id !== card_id)
    throw new ApiError('authorization_not_found');
  const { currency, merchant } = recorded ?? { currency: card.currency, merchant: nobody };
  const amount = said.amount ?? amountLeft(kind, recorded);
  if (recorded && !recorded.approved) throw notAllowed(recorded);
  const from = { currency, merchant: merchantFrom(said, merchant) };
  const notice = simulatedTransaction(
    { ...said, kind, amount, issuer_reference: reference },
    from,
    now,
  );
  if (!recorded)
    return unlinkedTransaction(db, { ...of, issuer: simulator, transaction: notice }, card, now);
  const noticed = { id: recorded.id, subject: recorded, recorded, card };
  const created = linkedTransaction(noticed, notice, now);
  const status = kind === 'capture' && said.close_authorization ? 'closed' : recorded.status;
  const { approved, approvals, amount_as_of: at } = recorded;
  const settled = {
    approved,
    status,
    amount: recorded.amount,
    approvals,
    at,
    transactions: [created],
  };
  const { changes } = await settlement(db, noticed, settled, now);
  return { changes: [transaction(created), ...changes], conditions: [] } as const;
};

const simulator = 'simulator';

const merchantFrom = (
  { merchant_name, merchant_id, category, country }: StatedMerchant,
  before: Merchant,
): Merchant => ({
  name: merchant_name ?? before.name,
  category: category ?? before.category,
  country: country ?? before.country,
  network_id: merchant_id ?? before.network_id,
});

/** The amount that a merchant takes or returns without saying one. */
const amountLeft = (kind: TransactionKind, recorded: Authorization | undefined): number => {
  // A body without an amount names one.
  if (!recorded) throw new ApiError('authorization_not_found');
  const { amount, captured_amount, refunded_amount } = recorded;
  const left = kind === 'capture' ? amount - captured_amount : captured_amount - refunded_amount;
  if (left <= 0) throw notAllowed(recorded);
  return left;
};

const notAllowed = ({ status: current_status }: Authorization) =>
  new ApiError('action_not_allowed', { current_status, allowed_actions: [] });
