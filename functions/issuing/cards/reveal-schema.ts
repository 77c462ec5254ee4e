import * as z from 'zod/mini';
import { clearable, conditional, Timestamp } from '../../core/fields.ts';
import { objectNamed, withDescription } from '../../core/resource.ts';
import { type IssueParams, issueOf, issuesIn } from '../../core/validation.ts';
import { CardId } from './schema.ts';

/** How a secret is encrypted for each type of key (RFC 7518, section 4); the content always by A256GCM. */
export const keyAlgorithms = { RSA: 'RSA-OAEP-256', EC: 'ECDH-ES' } as const;

/** Members that only private and symmetric keys have (RFC 7518, section 6). A caller that sends one has leaked its key. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** In bits: less can be broken, more only costs time. */
const modulus_bits_min = 2048;
const modulus_bits_max = 8192;
/** Six bits each. */
const modulus_characters_min = Math.ceil(modulus_bits_min / 6);
/** P-256 has coordinates of 32 bytes, leading zeros included (RFC 7518, section 6.2.1.2). */
const coordinate_bytes = 32;
const coordinatePrinted = { pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$' };

/** The last character of two or three has bits that belong to no byte; they are zero. */
const base64urlPrinted =
  '^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{4}|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-][AQgw])$';

const modulusProblem = (bytes: string): string | undefined => {
  const bits = bitsOf(bytes);
  if (bits < modulus_bits_min || bits > modulus_bits_max)
    return `Must be a modulus of ${modulus_bits_min} to ${modulus_bits_max} bits, is ${bits}.`;
  if (!isOdd(bytes)) return 'Must be odd, as every modulus is.';
  return isShortest(bytes) ? undefined : leadingZeros;
};

/** An exponent of 1 would leave the secret as it is. */
const exponentProblem = (bytes: string): string | undefined => {
  const bits = bitsOf(bytes);
  if (!isOdd(bytes) || bits <= 1 || bits > 32) return 'Must be an odd number from 3, such as AQAB.';
  return isShortest(bytes) ? undefined : leadingZeros;
};

/** A number has no more bytes than it needs (RFC 7518, section 2): a key has one spelling, and so one thumbprint. */
const isShortest = (bytes: string): boolean => !bytes.startsWith('\0');

const leadingZeros = 'Must begin with a byte other than zero: remove the leading zero bytes.';

const coordinateProblem = (bytes: string): string | undefined =>
  bytes.length === coordinate_bytes ? undefined : `Must be ${coordinate_bytes} bytes.`;

/** A number in base64url (RFC 4648, section 5) without padding, as encoding its bytes again writes it. */
const encoded = (
  description: string,
  problemOf: (bytes: string) => string | undefined,
  printed: object = {},
) =>
  z.string().check(
    z.check(({ value, issues }) => {
      if (!/^[A-Za-z0-9_-]+$/.test(value) || value.length % 4 === 1) {
        issues.push(issueOf('invalid_format', value, 'Must be base64url without padding.'));
        return;
      }
      // One character for each byte. The client checks the same schema in a browser, which has no Buffer.
      const bytes = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
      if (base64urlOf(bytes) !== value) {
        issues.push(
          issueOf(
            'invalid_format',
            value,
            'Must end in the character that encoding its bytes again gives.',
          ),
        );
        return;
      }
      const problem = problemOf(bytes);
      if (problem) issues.push(issueOf('invalid_value', value, problem));
    }),
    z.meta({ description, pattern: base64urlPrinted, ...printed }),
  );

const base64urlOf = (bytes: string): string =>
  btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const bitsOf = (bytes: string): number => {
  const significant = bytes.replace(/^\0+/, '');
  return significant === ''
    ? 0
    : significant.length * 8 - Math.clz32(significant.charCodeAt(0)) + 24;
};

const isOdd = (bytes: string): boolean => bytes.charCodeAt(bytes.length - 1) % 2 === 1;

const only = <Value extends string>(value: Value, description: string) =>
  z.literal(value).check(z.meta({ description }));

const optionalMembers = <Algorithm extends string>(algorithm: Algorithm) => ({
  alg: z.optional(only(algorithm, 'Follows from kty; may be left out.')),
  use: z.optional(only('enc', 'The use of the key.')),
  kid: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.meta({ description: 'Returned in the header of the JWE.' }),
      ),
  ),
  key_ops: z.optional(z.array(z.string()).check(z.meta({ description: 'Accepted and ignored.' }))),
  ext: z.optional(z.boolean().check(z.meta({ description: 'Accepted and ignored.' }))),
});

const makeKeys = () => {
  const Rsa = z
    .strictObject({
      kty: only('RSA', 'The type of the key.'),
      n: encoded('The modulus, 2048 to 8192 bits, odd.', modulusProblem, {
        minLength: modulus_characters_min,
      }),
      e: encoded('The exponent, odd, from 3 on.', exponentProblem),
      ...optionalMembers(keyAlgorithms.RSA),
    })
    .check(z.meta({ id: 'RsaPublicKey', description: 'An RSA key.' }));
  const Ec = z
    .strictObject({
      kty: only('EC', 'The type of the key.'),
      crv: only('P-256', 'The curve.'),
      x: encoded('A coordinate, 32 bytes.', coordinateProblem, coordinatePrinted),
      y: encoded('A coordinate, 32 bytes.', coordinateProblem, coordinatePrinted),
      ...optionalMembers(keyAlgorithms.EC),
    })
    .check(z.meta({ id: 'EcPublicKey', description: 'A key on the curve P-256.' }));
  return z.discriminatedUnion('kty', [Rsa, Ec]);
};

let made: ReturnType<typeof makeKeys> | undefined;

/** The two forms of a key, made when the first key comes: most functions never see one. */
const keys = () => {
  made ??= makeKeys();
  return made;
};

/** A public key as a caller sends it (RFC 7517). */
export type PublicKey = z.infer<ReturnType<typeof makeKeys>>;

/** A public key as documents show it. */
export const publicKeyExample: PublicKey & { readonly alg: string } = {
  kty: 'EC',
  crv: 'P-256',
  // The example of RFC 7517, appendix A.1.
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  alg: 'ECDH-ES',
};

const notAnObject = {
  params: { code: 'invalid_type', detail: 'Must be a JSON Web Key.' } satisfies IssueParams,
  abort: true,
};

/** The caller's public key, a JWK (RFC 7517): whatever is wrong with it is said of the member that it is wrong with. */
export const PublicKeySchema = z.custom<PublicKey>(isObject, notAnObject).check(
  z.check(({ value, issues }) => {
    const secret = privateMembers.filter((member) => Object.hasOwn(value, member));
    for (const member of secret) issues.push(issueOf('invalid_value', value, givenAway, [member]));
    if (secret.length === 0) issues.push(...issuesIn(keys(), value));
  }),
  z.meta({
    id: 'PublicKey',
    description:
      'Your public key as a JWK (RFC 7517), RSA of 2048 bits or more or EC P-256; never its private part.',
    examples: [publicKeyExample],
    printed: keys,
  }),
);

const givenAway = 'Is part of a private key: send the public key alone, and this one never again.';

const EphemeralKey = z
  .object({
    card: z.string().check(
      z.meta({
        description: 'The card as its issuer knows it.',
        examples: ['ic_1R2s3T4u5V6w7X8y'],
      }),
    ),
    secret: z.string().check(
      z.meta({
        description:
          '`ephemeralKeySecret` of Stripe.js: pass it to the page that created the nonce, and do not store it.',
        examples: ['ek_test_YWNjdF8x'],
      }),
    ),
    expires_at: withDescription(Timestamp, 'When it ends.'),
  })
  .check(
    z.meta({ id: 'EphemeralKey', description: 'An ephemeral key for the issuer’s elements.' }),
  );

/** A compact JWE: five parts in base64url (RFC 7516, section 7.1). */
export const compactJwe = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*){4}$/;

/** The answer of a reveal. */
export const CardReveal = z
  .object({
    object: objectNamed('card_reveal'),
    card_id: CardId,
    jwe: z.nullable(z.string().check(z.regex(compactJwe))).check(
      z.meta({
        description:
          'Compact JWE (RFC 7516) to your key, `enc` A256GCM, of JSON {number, exp_month, exp_year, cvc}. Decrypt it where you show the number, and store none of it. Null if you sent a nonce.',
        examples: ['eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVydGV4dA.dGFn'],
      }),
    ),
    ephemeral_key: z.nullable(EphemeralKey).check(
      z.meta({
        description: 'The ephemeral key for the issuer’s elements. Null if you sent a key.',
      }),
    ),
  })
  .check(z.meta({ id: 'CardReveal', description: 'The number of a card, encrypted to your key.' }));
export type CardReveal = z.infer<typeof CardReveal>;

/** The response of a reveal: the encrypted number, or the key for the elements of the issuer. */
export const toCardReveal = (
  cardId: string,
  result: { readonly jwe: string } | { readonly ephemeral_key: z.infer<typeof EphemeralKey> },
): CardReveal => ({
  object: 'card_reveal' as const,
  card_id: cardId,
  jwe: null,
  ephemeral_key: null,
  ...result,
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The body that reveals the number of a card: to a key of the caller's, or to the elements of its
 * issuer.
 */
export const CardRevealRequest = z
  .strictObject(
    clearable({
      public_key: PublicKeySchema,
      nonce: z.string().check(
        z.regex(
          /^\w{1,255}$/,
          'Must be 1 to 255 letters, digits and _, such as ephkn_1R2s3T4u5V6w7X8y.',
        ),
        z.meta({
          description:
            'A nonce of Stripe.js (`createEphemeralKeyNonce`), for cards whose `issuer` is `stripe`.',
          examples: ['ephkn_1R2s3T4u5V6w7X8y'],
        }),
      ),
    }),
  )
  .check(
    z.check(({ value, issues }) => {
      const given = [value.public_key, value.nonce].filter(
        (one) => one !== undefined && one !== null,
      ).length;
      if (given === 0)
        for (const name of ['public_key', 'nonce'])
          issues.push(issueOf('required', value, 'Send public_key or nonce.', [name]));
      if (given === 2)
        issues.push(issueOf('invalid_value', value, 'Send either public_key or nonce.', ['nonce']));
    }),
    z.meta({
      id: 'CardRevealRequest',
      ...conditional(
        { public_key: { type: 'object' } },
        { properties: { nonce: { enum: [null] } } },
        { required: ['nonce'], properties: { nonce: { type: 'string' } } },
      ),
      description: 'Either `public_key` or `nonce`.',
      examples: [{ public_key: publicKeyExample }],
    }),
  );
