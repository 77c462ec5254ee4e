import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { administerBusiness } from '../../functions/contract/workers.ts';
import { functionName } from '../../lib/environments.ts';
import { writeWhole } from '../../local/own-files.ts';
import { madePassword } from '../../local/sign-in/passwords.ts';
import { userNamed } from '../../local/sign-in/pools.ts';
import type { Local } from '../../local/start.ts';

/** Who signs in to the dashboard as the owner of the demo business. */
export type Owner = { readonly email: string; readonly password: string };

/**
 * The owner as an earlier start left him, or with a password of his own instead of the invitation's, which is kept in the
 * data folder: the pool keeps only its hash.
 */
export const demoOwner = async (
  local: Local,
  { email, tenant_id }: { readonly email: string; readonly tenant_id: string },
  dataFolder: string | undefined,
): Promise<Owner> => {
  const file = dataFolder && join(dataFolder, 'dashboard.json');
  const [pool] = local.userPools.all;
  if (!pool) throw new Error('The assembly has no people.');
  const kept = file ? readOwner(file) : undefined;
  if (kept?.email === email && userNamed(pool, email)?.status === 'CONFIRMED') return kept;
  // Registered before there was a dashboard.
  if (!userNamed(pool, email)) await inviteOwner(local, tenant_id);
  const owner = { email, password: madePassword(pool.settings.password.length_min) };
  await setPassword(local, pool.settings.id, owner);
  if (file) writeWhole(file, owner);
  return owner;
};

const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const inviteOwner = async (local: Local, tenant_id: string): Promise<void> => {
  const name = functionName('live', administerBusiness.id);
  const { payload, functionError } = await local.invoke(name, { command: 'invite', tenant_id });
  const { problem } = payload as { problem?: { detail: string } };
  if (functionError || problem) throw new Error(`${name} invited nobody: ${problem?.detail ?? 'it failed'}`);
};

/** As an administrator of AWS would; the SDK is read only where it is needed, once for a data folder. */
const setPassword = async (local: Local, UserPoolId: string, { email, password }: Owner): Promise<void> => {
  const { AdminSetUserPasswordCommand, CognitoIdentityProviderClient } = await import(
    '@aws-sdk/client-cognito-identity-provider'
  );
  const { endpoint, operator: credentials } = local;
  const client = new CognitoIdentityProviderClient({ endpoint, credentials, region: 'eu-west-1' });
  const set = { UserPoolId, Username: email, Password: password, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(set));
  client.destroy();
};
