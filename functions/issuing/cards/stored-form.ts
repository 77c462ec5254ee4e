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
import { addressForm } from '../../identity/customers/stored-form.ts';
import type { ActivationAttempts, Reveals } from './attempts.ts';
import type { Card, Destination, IssuerSync } from './model.ts';
import type { CardOrder } from './order.ts';
import type { SpendingControls } from './spending.ts';
import { type Blocks, unblocked } from './states.ts';

const controls = storedForm<SpendingControls>({
  // Without its limits a card would spend more than its business allows.
  limits: eachOf(
    storedForm<SpendingControls['limits'][number]>({ amount: required, interval: required }),
  ),
  velocity_limits: eachOf(
    storedForm<SpendingControls['velocity_limits'][number]>({
      count: required,
      interval: required,
    }),
    absent([]),
  ),
  allowed_categories: absent([]),
  blocked_categories: absent([]),
  allowed_countries: absent([]),
  allowed_merchants: absent([]),
  blocked_merchants: absent([]),
  allowed_card_presences: absent([]),
  allowed_currencies: absent([]),
});

type Shipping = NonNullable<Card['shipping']>;

const shipping = storedForm<Shipping>({
  method: required,
  status: required,
  recipient: absent(null),
  address: nested(addressForm, absent(null)),
  carrier: absent(null),
  tracking_number: absent(null),
  tracking_url: absent(null),
  estimated_delivery: absent(null),
  history: eachOf(
    storedForm<Shipping['history'][number]>({ status: required, at: required }),
    absent([]),
  ),
});

const blocks = storedForm<Blocks>({
  customer_suspended: absent(unblocked.customer_suspended),
  feature_suspended: absent(unblocked.feature_suspended),
});

/** How a card, or a token of one, stores what its issuer has of it. */
export const issuerSyncForm = storedForm<IssuerSync>({
  status: required,
  version: required,
  since: required,
  error: absent(null),
  attempts: absent(0),
  scheduled_at: absent(null),
});

const cancelAfter = storedForm<NonNullable<Card['cancel_after']>>({
  authorizations: absent(null),
  date: absent(null),
});

/** How a card is stored. */
const cardForm = storedForm<Card>({
  ...resourceKeys,
  customer_id: required,
  type: required,
  issuer: required,
  issuer_reference: required,
  brand: required,
  last4: required,
  exp_month: required,
  exp_year: required,
  currency: required,
  counted_with: required,
  state: required,
  pin_status: required,
  pin_as_of: required,
  status_reason: absent(null),
  bin: absent(null),
  cardholder_name: absent(null),
  nickname: absent(null),
  spending_controls: nested(controls),
  blocks: nested(blocks),
  issuer_sync: nested(issuerSyncForm),
  cancel_after: nested(cancelAfter, absent(null)),
  shipping: nested(shipping, absent(null)),
  replacement_for: absent(null),
  replaced_by: absent(null),
  replacement_reason: absent(null),
  supersedes: eachOf(
    storedForm<Card['supersedes'][number]>({ id: required, reason: required }),
    absent([]),
  ),
  renewal_skipped: absent(null),
  fraud_warned_at: absent(null),
  renews_at: absent(null),
  advanced_to: absent(null),
  pin_request_hash: absent(null),
  wrong_pins: absent(0),
  metadata: textMap,
});

/** The card of an item, without what only lists and indexes need. */
export const readStoredCard = reading('resources', 'card', cardForm);

const destination = storedForm<Destination>({
  recipient: required,
  address: nested(addressForm),
  method: required,
});

/** How an order is stored. */
const orderForm = storedForm<CardOrder>({
  tenant_id: required,
  customer_id: required,
  card_id: required,
  state: required,
  operation: required,
  path_ids: required,
  idempotency_key: required,
  request_hash: required,
  ordered_at: required,
  scheduled_at: required,
  cardholder_name: absent(null),
  destination: nested(destination, absent(null)),
});

export const readStoredOrder = reading('resources', 'card order', orderForm, 'card_id');

/** A count that is written beside a card or a key, over the version that was read. */
type Counted<Type> = Type & { readonly version: number };

/** How the attempts to activate a card are stored. */
const attemptsForm = storedForm<Counted<ActivationAttempts>>({
  version: required,
  // Without them a card that is locked would be open.
  wrong: eachOf(
    storedForm<ActivationAttempts['wrong'][number]>({ idempotency_key: required, last4: required }),
  ),
  locked_until: absent(null),
});

export const readStoredAttempts = reading('resources', 'activation attempts', attemptsForm);

/** How the count of revealed numbers is stored. */
const revealsForm = storedForm<Counted<Reveals>>({
  version: required,
  since: required,
  count: required,
});

export const readStoredReveals = reading('resources', 'reveals', revealsForm);
