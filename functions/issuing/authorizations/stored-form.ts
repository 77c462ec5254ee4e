import {
  absent,
  eachOf,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
  textMap,
} from '../../core/dynamodb/stored-form.ts';
import type { CardLimit, SpendingWindows } from '../cards/spending.ts';
import { type Authorization, type Merchant, nobody } from './model.ts';

/** How a merchant is stored. */
export const merchantForm = storedForm<Merchant>({
  name: absent(null),
  category: absent(null),
  country: absent(null),
  network_id: absent(null),
});

// An interval that is counted from a later release on was counted in no window.
const windows = storedForm<SpendingWindows>({
  daily: absent(''),
  weekly: absent(''),
  monthly: absent(''),
  yearly: absent(''),
  all_time: absent(''),
});

type BusinessResponse = NonNullable<Authorization['business_response']>;

/** How an authorization is stored. */
const authorizationForm = storedForm<Authorization>({
  ...resourceKeys,
  card_id: required,
  customer_id: required,
  issuer: required,
  issuer_reference: required,
  status: required,
  amount: required,
  currency: required,
  approved: required,
  requested_amount: required,
  captured_amount: required,
  refunded_amount: required,
  amount_as_of: required,
  approvals: required,
  counted_with: required,
  decided_by: required,
  windows: nested(windows),
  merchant: nested(merchantForm, absent(nobody)),
  merchant_currency: absent(null),
  card_presence: absent(null),
  decline_reason: absent(null),
  is_amount_controllable: absent(false),
  decision_ms: absent(null),
  limit_at_decision: nested(
    storedForm<CardLimit>({
      interval: required,
      limit: required,
      cap: required,
      spent: required,
      left: required,
      count: required,
      count_limit: required,
      until: required,
      currency: required,
    }),
    absent(null),
  ),
  fallback_reason: absent(null),
  declined_increment: nested(
    storedForm<NonNullable<Authorization['declined_increment']>>({
      amount: required,
      decline_reason: required,
      at: required,
    }),
    absent(null),
  ),
  business_response: nested(
    storedForm<BusinessResponse>({
      decision: required,
      response_ms: required,
      amount: absent(null),
      reason: absent(null),
    }),
    absent(null),
  ),
  metadata: textMap,
  transactions: eachOf(
    storedForm<Authorization['transactions'][number]>({
      id: required,
      kind: required,
      amount: required,
    }),
    absent([]),
  ),
  history: eachOf(
    storedForm<Authorization['history'][number]>({
      status: required,
      amount: required,
      at: required,
    }),
    absent([]),
  ),
});

/** The authorization as stored. */
export const authorizationOf = reading('resources', 'authorization', authorizationForm);
