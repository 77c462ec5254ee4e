import * as z from 'zod/mini';
import { CurrencyCode, clearable, conditional, defaulted } from '../../core/fields.ts';
import { withDescription } from '../../core/resource.ts';
import { routeLike, simulation } from '../../core/resource-routes.ts';
import { Name } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { CountryCode } from '../../identity/customers/address-schema.ts';
import {
  AuthorizationId,
  AuthorizationResource,
  AuthorizationStatusSchema,
} from '../../issuing/authorizations/schema.ts';
import {
  Amount,
  AmountOrNothing,
  CardPresenceSchema,
  MerchantCategory,
  MerchantNetworkId,
} from '../../issuing/cards/controls-schema.ts';
import { CardId } from '../../issuing/cards/schema.ts';
import { pinEntries } from '../../issuing/cards/states.ts';
import { TransactionResource } from '../../issuing/transactions/schema.ts';

/** The amount that is requested from a card. */
export const AuthorizationSimulation = z
  .strictObject({
    amount: withDescription(
      AmountOrNothing,
      'Minor units; 0 checks the card without taking anything.',
    ),
    currency: CurrencyCode,
    category: MerchantCategory,
    country: CountryCode,
    ...clearable({
      merchant_name: Name.check(z.meta({ description: 'The merchant’s name.' })),
      merchant_id: MerchantNetworkId,
      merchant_currency: CurrencyCode.check(
        z.meta({
          description: 'The currency that the merchant charges; by default that of the amount.',
        }),
      ),
      card_presence: CardPresenceSchema,
      pin: z.enum(pinEntries).check(
        z.meta({
          id: 'PinEntry',
          description:
            'Whether the right PIN is entered; by default none is. Three wrong ones in a row block the PIN of the card.',
        }),
      ),
      is_amount_controllable: z.boolean().check(
        z.meta({
          description:
            'Whether the merchant takes a smaller amount, as a fuel pump does; false by default.',
        }),
      ),
    }),
  })
  .check(
    z.meta({
      id: 'AuthorizationSimulation',
      description: 'The amount that is requested from a card.',
    }),
  );

const captured_amount = withDescription(
  AmountOrNothing,
  'The total captured amount, minor units; with `closed` the whole amount by default.',
);

/** An issuer's update of an authorization. */
export const SettlementSimulation = z
  .strictObject({
    status: AuthorizationStatusSchema,
    ...clearable({
      amount: Amount.check(
        z.meta({
          description:
            'The new total authorized amount, minor units; unchanged by default. Ignored with `reversed` and `expired`.',
        }),
      ),
      captured_amount,
    }),
  })
  .check(
    z.meta({
      id: 'SettlementSimulation',
      description: 'The issuer’s update of an authorization.',
      examples: [{ status: 'closed', captured_amount: 4_000 }],
    }),
  );

export const simulateAuthorization = routeLike(simulation, {
  id: 'simulations.authorization',
  path: '/simulations/cards/{card_id}/authorize',
  summary: 'Request an amount as a merchant would',
  description:
    'The decision depends on the customer, its features, the status of the card and its spending controls, over calendar intervals in UTC. A limit is inclusive and never exceeds the caps of the features. A card and its replacements share their spent amounts. An enabled authorization endpoint is asked about what these rules approve, but for an amount of 0. Wrong PINs are counted. Declined authorizations are recorded too. No money moves. Sandbox only.',
  params: z.object({ card_id: CardId }),
  body: AuthorizationSimulation,
  returns: { status: 200, body: AuthorizationResource },
  errors: ['card_not_found'],
  permissions: {
    resources: ['batch', 'put', 'check'],
    outbox: ['put'],
    webhookSecrets: ['decrypt'],
    settings: ['webhookTargets'],
  },
});

export const simulateSettlement = routeLike(simulation, {
  id: 'simulations.settlement',
  path: '/simulations/authorizations/{authorization_id}',
  summary: 'Capture, reverse, expire or raise an authorization as its issuer would',
  description:
    'pending → closed, reversed or expired. A reversed or expired authorization can still be captured. Each rise of the captured amount is a transaction. Limits count the authorized amount until the authorization is closed, and then the captured amount, in the intervals of the authorization. An error lists the statuses that can follow. Sandbox only.',
  params: z.object({ authorization_id: AuthorizationId }),
  body: SettlementSimulation,
  returns: { status: 200, body: AuthorizationResource },
  errors: ['authorization_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'get', 'put'], outbox: ['put'] },
});

const minor = (description: string) => Amount.check(z.meta({ description }));

/**
 * The fields of a transaction that a merchant can set; `rest` is the amount left of its
 * authorization.
 */
const transactionFields = (rest: string) => ({
  ...clearable({
    authorization_id: AuthorizationId.check(
      z.meta({
        description: 'The authorization that it belongs to; without one the issuer names none.',
      }),
    ),
    amount: minor(
      `Minor units of the card’s currency. By default ${rest}; required without an authorization.`,
    ),
    merchant_amount: minor('Minor units of the merchant’s currency; `amount` by default.'),
    merchant_currency: CurrencyCode.check(
      z.meta({ description: 'The card’s currency by default.' }),
    ),
    category: MerchantCategory,
    country: CountryCode,
    merchant_id: MerchantNetworkId,
    merchant_name: Name.check(
      z.meta({
        description: 'The merchant’s name; that of the authorization by default.',
      }),
    ),
  }),
});

type Amounts = { readonly amount?: unknown; readonly authorization_id?: unknown };

/** Only an authorization says how much is left. */
const amountOrAuthorization = z.check<Amounts>(({ value, issues }) => {
  if (typeof value.amount === 'number' || value.authorization_id) return;
  issues.push(issueOf('required', value, 'Must be given without an authorization.', ['amount']));
});

/** The same for the document. */
const amountOrAuthorizationPrinted = conditional(
  { authorization_id: { type: 'string' } },
  {},
  { properties: { amount: { type: 'integer' } }, required: ['amount'] },
);

/** A capture as its issuer reports it. */
export const CaptureSimulation = z
  .strictObject({
    ...transactionFields('what is authorized and not captured yet'),
    close_authorization: defaulted(z.boolean(), true).check(
      z.meta({
        description:
          'Whether nothing else is captured of the authorization, so that the rest is released.',
      }),
    ),
  })
  .check(
    amountOrAuthorization,
    z.meta({
      ...amountOrAuthorizationPrinted,
      id: 'CaptureSimulation',
      description: 'A simulated capture.',
      examples: [{ amount: 4_250 }],
    }),
  );

/** A refund as its issuer reports it. */
export const RefundSimulation = z
  .strictObject(transactionFields('what is captured and not refunded yet'))
  .check(
    amountOrAuthorization,
    z.meta({
      ...amountOrAuthorizationPrinted,
      id: 'RefundSimulation',
      description: 'A simulated refund.',
      examples: [{ amount: 1_000 }],
    }),
  );

/** The form of both. */
const simulatedTransaction = {
  ...simulation,
  params: z.object({ card_id: CardId }),
  returns: { status: 200, body: TransactionResource },
  errors: ['card_not_found', 'authorization_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'get', 'put'], outbox: ['put'] },
} as const;

export const simulateCapture = routeLike(simulatedTransaction, {
  id: 'simulations.capture',
  path: '/simulations/cards/{card_id}/capture',
  summary: 'Capture an amount as a merchant would',
  description:
    'With an authorization it takes all or a part of the held amount. Without one it counts at once, as an issuer that never asked. No limit declines a capture. Sandbox only.',
  body: CaptureSimulation,
});

export const simulateRefund = routeLike(simulatedTransaction, {
  id: 'simulations.refund',
  path: '/simulations/cards/{card_id}/refund',
  summary: 'Refund an amount as a merchant would',
  description:
    'With an authorization it gives back in the intervals in which that counts, and never more than was captured. Without one it gives back in the intervals of today; what is left is never above the limit. Sandbox only.',
  body: RefundSimulation,
});
