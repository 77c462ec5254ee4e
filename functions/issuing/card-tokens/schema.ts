import * as z from 'zod/mini';
import { idOf, resourceFields, statusFields } from '../../core/resource.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { CardId, IssuerSyncSchema, Last4Digits } from '../cards/schema.ts';
import { cardTokenActionNames, cardTokenStatuses, deviceTypes, wallets } from './states.ts';

/** The id of a token. */
export const CardTokenId = idOf('card_token', 'token');
export const WalletSchema = z
  .enum(wallets)
  .check(z.meta({ id: 'Wallet', description: 'A digital wallet.' }));
export const DeviceTypeSchema = z
  .enum(deviceTypes)
  .check(z.meta({ id: 'DeviceType', description: 'The device of a wallet.' }));

/** A token as the world sees it. */
export const CardTokenResource = z
  .object({
    ...resourceFields('card_token', 'card_token'),
    ...statusFields('CardToken', cardTokenStatuses, cardTokenActionNames),
    card_id: CardId,
    customer_id: CustomerId,
    wallet: z.nullable(WalletSchema).check(
      z.meta({
        description: 'The wallet; null for another one, or a merchant that stores the card.',
      }),
    ),
    device_type: z
      .nullable(DeviceTypeSchema)
      .check(z.meta({ description: 'The device, if the issuer says it.' })),
    network: z.string().check(z.meta({ description: 'The card network.', examples: ['visa'] })),
    last4: z.nullable(Last4Digits).check(
      z.meta({
        description: 'The last four digits of the token, which are not those of the card.',
      }),
    ),
    issuer: z.string().check(z.meta({ description: 'The issuer of its card.' })),
    issuer_sync: IssuerSyncSchema,
  })
  .check(z.meta({ id: 'CardToken', description: 'A card in a digital wallet.' }));
export type CardTokenResource = z.infer<typeof CardTokenResource>;
