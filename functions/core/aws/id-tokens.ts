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
import { uuid } from '../ids.ts';
import { operatorIdOf } from '../operator.ts';

/** The person of a token. */
export type SignedIn = {
  readonly operator_id: string;
  readonly tenant_id: string;
  readonly role: Role;
  readonly email: string | null;
  /** The day on which they signed in, UTC; null where the token does not say. */
  readonly signed_in_on: string | null;
};

/** Errors of the token itself; any other, such as unreachable keys, is a failure of the service. */
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
 * Verifies id tokens of a user pool for one client. The keys of the pool are cached. An unknown key fetches them again, at
 * most twice a minute.
 */
export const idTokens = (issuer = '', audience = '') => {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: 2_000,
  });
  const expected = {
    issuer,
    audience,
    algorithms: ['RS256'],
    requiredClaims: ['exp', 'iat', 'sub'],
  };
  /** The person, or undefined for an invalid token. Rejects when it cannot be verified. */
  return async (token: string): Promise<SignedIn | undefined> => {
    const verified = await jwtVerify(token, keys, expected).catch((error) => {
      if (!faultsOfTokens.some((fault) => error instanceof fault)) throw error;
      return undefined;
    });
    return verified && signedInBy(verified.payload);
  };
};

/** Not an access token, and not a person without a business or role. */
const signedInBy = (claims: Readonly<Record<string, unknown>>): SignedIn | undefined => {
  const {
    sub,
    token_use,
    email,
    auth_time,
    'custom:tenant_id': tenant_id,
    'custom:role': role,
  } = claims;
  if (token_use !== 'id' || typeof sub !== 'string' || !uuid.test(sub)) return undefined;
  if (typeof tenant_id !== 'string' || !isRole(role)) return undefined;
  return {
    operator_id: operatorIdOf(sub),
    tenant_id,
    role,
    email: typeof email === 'string' ? email : null,
    signed_in_on:
      typeof auth_time === 'number' ? new Date(auth_time * 1_000).toISOString().slice(0, 10) : null,
  };
};
