import * as z from 'zod/mini';
import { type Authorization, declineReasons } from '../domain/authorization.ts';
import { CountryCode } from './address.ts';
import { ShippingStatus, TrackingNumber } from './card.ts';
import { CurrencyCode } from './fields.ts';
import { Amount, MerchantCategory } from './spending-controls.ts';

/** What moves the parcel of a card. */
export const ShippingSimulation = z
  .strictObject({
    status: ShippingStatus,
    tracking_number: z
      .optional(TrackingNumber)
      .check(z.meta({ description: 'Shown once the card is shipped; ignored with any other status.' })),
  })
  .check(z.meta({ id: 'ShippingSimulation' }));

/** What somebody wants to take from a card. */
export const AuthorizationSimulation = z
  .strictObject({ amount: Amount, currency: CurrencyCode, category: MerchantCategory, country: CountryCode })
  .check(z.meta({ id: 'AuthorizationSimulation' }));

/** What an authorization came to. */
export const AuthorizationOutcome = z
  .object({
    approved: z.boolean(),
    decline_reason: z
      .nullable(z.enum(declineReasons as readonly [string, ...string[]]))
      .check(z.meta({ description: 'The first reason in the order of the checks; null where it is approved.' })),
  })
  .check(z.meta({ id: 'AuthorizationOutcome' }));
export type AuthorizationOutcome = z.infer<typeof AuthorizationOutcome>;

/** What of an authorization is shown; what was spent stays with the card. */
export const showAuthorization = ({ approved, decline_reason }: Authorization): AuthorizationOutcome => ({
  approved,
  decline_reason,
});
