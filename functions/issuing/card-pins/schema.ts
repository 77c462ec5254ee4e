import * as z from 'zod/mini';
import { objectNamed } from '../../core/resource.ts';
import { compactJwe } from '../cards/reveal-schema.ts';
import { CardId } from '../cards/schema.ts';

/** A JWE of a PIN has some hundreds; issuers take no more than these. */
const jwe_characters_max = 5_000;

/** The body that sets the PIN of a card. */
export const CardPin = z
  .strictObject({
    encrypted_pin: z.string().check(
      z.maxLength(jwe_characters_max),
      z.regex(
        compactJwe,
        'Must be a compact JWE: five parts in base64url with dots between, such as eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVydGV4dA.dGFn.',
      ),
      z.meta({
        description:
          'The digits of the PIN as a compact JWE (RFC 7516), encrypted by the device of the cardholder as `GET /cards/{card_id}/pin-key` says. Neither is stored or logged.',
        examples: ['eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVydGV4dA.dGFn'],
      }),
    ),
  })
  .check(z.meta({ id: 'CardPin', description: 'The new PIN of a card, encrypted.' }));

const coordinate = z.string().check(z.meta({ description: 'A coordinate, base64url.' }));

const PinPublicKey = z
  .object({
    kty: z.literal('EC').check(z.meta({ description: 'The type of the key.' })),
    crv: z.literal('P-256').check(z.meta({ description: 'The curve.' })),
    x: coordinate,
    y: coordinate,
    kid: z.string().check(z.meta({ description: 'Put it into the header of the JWE.' })),
  })
  .check(z.meta({ id: 'PinPublicKey', description: 'A public key as a JWK (RFC 7517).' }));

/** The key that a PIN is encrypted to. */
export const CardPinKey = z
  .object({
    object: objectNamed('card_pin_key'),
    card_id: CardId,
    issuer: z
      .string()
      .check(z.meta({ description: 'The issuer that decrypts the PIN.', examples: ['simulator'] })),
    alg: z
      .string()
      .check(z.meta({ description: '`alg` of the JWE (RFC 7518).', examples: ['ECDH-ES'] })),
    enc: z.string().check(z.meta({ description: '`enc` of the JWE.', examples: ['A256GCM'] })),
    public_key: z
      .nullable(PinPublicKey)
      .check(
        z.meta({ description: 'The key. Null if the issuer publishes it at `public_key_url`.' }),
      ),
    public_key_url: z.nullable(z.string()).check(
      z.meta({
        description:
          'Where the issuer publishes its key, which it may change: read it for each PIN. Null if `public_key` is the key.',
      }),
    ),
  })
  .check(
    z.meta({ id: 'CardPinKey', description: 'The key to which the PIN of a card is encrypted.' }),
  );
