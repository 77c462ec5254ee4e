import * as z from 'zod/mini';
import { AuthorizationId, AuthorizationStatusSchema, ShownAuthorization } from '../authorizations/authorization.ts';
import { CardId } from '../cards/card.ts';
import { Amount, MerchantCategory } from '../cards/spending-controls.ts';
import { CountryCode } from '../customers/address.ts';
import { CurrencyCode, clearable, Name } from '../fields.ts';
import { route } from '../route.ts';
import { simulating } from './cards.ts';

/** What somebody wants to take from a card. */
export const AuthorizationSimulation = z
  .strictObject({
    amount: Amount,
    currency: CurrencyCode,
    category: MerchantCategory,
    country: CountryCode,
    ...clearable({ merchant_name: Name.check(z.meta({ description: 'What the merchant is called.' })) }),
  })
  .check(z.meta({ id: 'AuthorizationSimulation', description: 'What somebody wants to take from a card.' }));

const captured_amount = z
  .int()
  .check(
    z.minimum(0),
    z.maximum(1_000_000_000_000),
    z.meta({ description: 'What was taken in all, minor units; with `closed` by default the whole amount.' }),
  );

/** What the issuer of a card says of an authorization. */
export const SettlementSimulation = z
  .strictObject({
    status: AuthorizationStatusSchema,
    amount: z.optional(
      Amount.check(
        z.meta({
          description:
            'What is authorized in all from now on, minor units; by default as it was. Ignored with `reversed` and ' +
            '`expired`.',
        }),
      ),
    ),
    captured_amount: z.optional(captured_amount),
  })
  .check(
    z.meta({
      id: 'SettlementSimulation',
      description: 'What the issuer says of an authorization.',
      examples: [{ status: 'closed', captured_amount: 4_000 }],
    }),
  );

export const simulateAuthorization = route({
  ...simulating,
  id: 'simulations.authorization',
  path: '/simulations/cards/{card_id}/authorize',
  summary: 'Ask for an amount as a merchant would',
  description:
    'Enforces what the customer and its features allow at this moment, the status of the card and its spending controls, ' +
    'over calendar intervals in UTC. A limit includes its own amount, and none counts beyond the caps of the features; a ' +
    'card and its replacements share what was spent. It is recorded, approved or not. No money moves. Sandbox only.',
  params: z.object({ card_id: CardId }),
  body: AuthorizationSimulation,
  returns: { status: 200, body: ShownAuthorization },
  errors: ['card_not_found'],
  needs: {
    resources: ['batch', 'put', 'check'],
    outbox: ['put'],
    idempotency: ['batch', 'get', 'put'],
  },
});

export const simulateSettlement = route({
  ...simulating,
  id: 'simulations.settlement',
  path: '/simulations/authorizations/{authorization_id}',
  summary: 'Capture, reverse, expire or raise an authorization as its issuer would',
  description:
    'pending → closed, reversed or expired; what was reversed or has expired may still be captured. Limits count what is ' +
    'authorized until it is settled and then what was captured, in the intervals in which it was authorized. A refusal ' +
    'says which statuses can follow. Sandbox only.',
  params: z.object({ authorization_id: AuthorizationId }),
  body: SettlementSimulation,
  returns: { status: 200, body: ShownAuthorization },
  errors: ['authorization_not_found', 'action_not_allowed'],
  needs: { resources: ['batch', 'get', 'put'], outbox: ['put'], idempotency: ['batch', 'get', 'put'] },
});
