import {
  JOSEAlgNotAllowed,
  JOSENotSupported,
  JWKSMultipleMatchingKeys,
  JWKSNoMatchingKey,
  JWSInvalid,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
  JWTInvalid,
} from 'jose/errors';
import { createRemoteJWKSet } from 'jose/jwks/remote';
import { jwtVerify } from 'jose/jwt/verify';
import { isRole, type Role } from '../access.ts';
import { operatorIdOf } from './cognito.ts';

/** Who a token says is calling. */
export type SignedIn = {
  readonly operator_id: string;
  readonly tenant_id: string;
  readonly role: Role;
  readonly email: string | null;
};

/** What is wrong with the token itself; anything else, such as keys that do not come, is wrong with us. */
const faultsOfTokens = [
  JOSEAlgNotAllowed,
  JOSENotSupported,
  JWKSMultipleMatchingKeys,
  JWKSNoMatchingKey,
  JWSInvalid,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
  JWTInvalid,
];

/**
 * Reads id tokens of a user pool that are meant for one client. The pool's keys are fetched once and kept; a key that is not
 * among them has them fetched again, twice a minute at most.
 */
export const idTokens = (issuer = '', audience = '') => {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { timeoutDuration: 2_000 });
  const expected = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp', 'iat', 'sub'] };
  /** Who is calling, or undefined where the token proves nothing. Rejects where that could not be found out. */
  return async (token: string): Promise<SignedIn | undefined> => {
    const verified = await jwtVerify(token, keys, expected).catch((error) => {
      if (!faultsOfTokens.some((fault) => error instanceof fault)) throw error;
      return undefined;
    });
    return verified && signedInBy(verified.payload);
  };
};

/** An access token says `access`, and a person without a business or a role is nobody here. */
const signedInBy = (claims: Readonly<Record<string, unknown>>): SignedIn | undefined => {
  const { sub, token_use, email, 'custom:tenant_id': tenant_id, 'custom:role': role } = claims;
  if (token_use !== 'id' || typeof sub !== 'string' || !uuid.test(sub)) return undefined;
  if (typeof tenant_id !== 'string' || !isRole(role)) return undefined;
  return { operator_id: operatorIdOf(sub), tenant_id, role, email: typeof email === 'string' ? email : null };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
