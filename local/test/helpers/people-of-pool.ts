import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { authorizeAddress, createBrowser, proofKey, type Seen } from './browser.ts';
import { allow } from './data-resources.ts';
import { declared } from './small-api-template.ts';
import type { PoolMachine } from './user-pool.ts';

/** A function that may invite people, and is asked nothing. */
export const inviter = {
  functions: {
    inviter: {
      source: 'exports.handler = async () => process.env.ISSUER;',
      properties: {
        Role: { 'Fn::GetAtt': ['InviterRole', 'Arn'] },
        Environment: { Variables: { ISSUER: { 'Fn::GetAtt': ['People', 'ProviderURL'] } } },
      },
    },
  },
  resources: {
    InviterRole: declared('AWS::IAM::Role', {
      RoleName: 'inviter',
      Policies: [
        {
          PolicyName: 'needs',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                ...allow('cognito-idp:AdminCreateUser', ''),
                Resource: { 'Fn::GetAtt': ['People', 'Arn'] },
              },
            ],
          },
        },
      ],
    }),
  },
};

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
