import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { authorizeAddress, createBrowser, proofKey, type Seen } from './browser.ts';
import type { PoolMachine } from './user-pool.ts';

/** The password of each person. */
export const password = 'Correct-horse-9-battery';

/** A person with a permanent password. */
export const aPerson = async ({ cognito, poolId: UserPoolId }: PoolMachine) => {
  const email = `person-${randomUUID()}@example.com`;
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email_verified', Value: 'true' },
        { Name: 'custom:tenant_id', Value: 'biz_1' },
        { Name: 'custom:role', Value: 'owner' },
      ],
    }),
  );
  const of = { UserPoolId, Username: email };
  await cognito.send(
    new AdminSetUserPasswordCommand({ ...of, Password: password, Permanent: true }),
  );
  return { email, password, sub: User?.Username ?? '', of };
};

/** The page of the password, as a browser without a session sees it. */
export const loginPage = async (
  { application }: PoolMachine,
  browser = createBrowser(),
  parameters: Record<string, string> = {},
) => {
  const { code_challenge, code_verifier } = proofKey();
  const { location } = await browser.open(
    authorizeAddress(application, { code_challenge, ...parameters }),
  );
  const login = location ?? assert.fail();
  return { browser, login, page: await browser.open(login), code_verifier };
};

/** The code that a browser brings back to the application; empty where it brings none. */
export const codeOf = ({ location }: Seen): string => location?.searchParams.get('code') ?? '';
