import type { Item } from '../../../core/dynamodb/client.ts';
import {
  absent,
  nested,
  optional,
  reading,
  required,
  type StoredForm,
  storedForm,
  whole,
} from '../../../core/dynamodb/stored-form.ts';
import type { IssuerToken } from '../../card-tokens/model.ts';
import type { IssuedCard } from '../../cards/model.ts';
import type { CardholderRow, OrderRow } from './client.ts';

/** An order that Stripe may have been asked for. */
export type RequestedRow = Extract<OrderRow, { readonly attempt: number }>;

/** Without its attempt and the time of its order nobody knows the key that Stripe was asked under. */
const requested = {
  tenant_id: required,
  customer_id: required,
  ordered_at: required,
  attempt: required,
  state: required,
  // The parameters are Stripe's.
  parameters: whole(optional),
} as const;

const card = storedForm<IssuedCard>({
  issuer_reference: required,
  brand: required,
  bin: absent(null),
  last4: required,
  exp_month: required,
  exp_year: required,
  pin_status: absent('unset'),
});

const requestedForm = storedForm<RequestedRow>({
  ...requested,
  card: nested(card, optional),
  latest: whole(optional),
});

const neverOrderedForm = storedForm<{ readonly state: 'voided' }>({ state: required });

const formOf = ({ state, attempt }: Item): StoredForm<OrderRow> =>
  state === 'voided' && attempt === undefined ? neverOrderedForm : requestedForm;

const orderForm: StoredForm<OrderRow> = {
  fieldsOf: (stored) => formOf(stored).fieldsOf(stored),
  read: (stored, path) => formOf(stored).read(stored, path),
};

export const readOrderRow = reading('issuer', 'order', orderForm);

export const readCardholderRow = reading(
  'issuer',
  'cardholder',
  storedForm<CardholderRow>({
    ...requested,
    reference: optional,
    profile: optional,
    name_hash: optional,
  }),
);

/** The newest version of a token that was sent. */
type TokenRow = { readonly latest: IssuerToken };

export const readStripeTokenRow = reading(
  'issuer',
  'token',
  storedForm<TokenRow>({
    latest: nested(
      storedForm<IssuerToken>({
        reference: required,
        id: required,
        status: required,
        version: required,
      }),
    ),
  }),
);
