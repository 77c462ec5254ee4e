import { join } from 'node:path';
import { administerBusiness } from '../../functions/jobs/jobs.ts';
import { functionName } from '../../lib/environments.ts';
import { writeWhole } from '../../local/files.ts';
import { madePassword } from '../../local/sign-in/passwords.ts';
import { userNamed } from '../../local/sign-in/pools.ts';
import type { Local } from '../../local/start.ts';
import { readKept } from './demo.ts';

/** Who signs in to the dashboard as the owner of the demo business. */
export type Owner = { readonly email: string; readonly password: string };

/**
 * The owner as an earlier start left them, or with a password of their own instead of the invitation's, which is kept in the
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
  const known = userNamed(pool, email);
  const belongs = known?.attributes['custom:tenant_id'] === tenant_id;
  const kept = file ? readKept<Owner>(file) : undefined;
  if (kept?.email === email && belongs && known.status === 'CONFIRMED') return kept;
  const owner = { email, password: madePassword(pool.settings.password.length_min) };
  await asAdministrator(local, async ({ AdminDeleteUserCommand, AdminSetUserPasswordCommand }, client) => {
    const user = { UserPoolId: pool.settings.id, Username: email };
    // Whom an earlier demo business left behind can never see this one.
    if (known && !belongs) await client.send(new AdminDeleteUserCommand(user));
    // Registered while somebody else had its address.
    if (!userNamed(pool, email)) await inviteOwner(local, tenant_id);
    await client.send(new AdminSetUserPasswordCommand({ ...user, Password: owner.password, Permanent: true }));
  });
  if (file) writeWhole(file, owner);
  return owner;
};

const inviteOwner = async (local: Local, tenant_id: string): Promise<void> => {
  const name = functionName('live', administerBusiness.id);
  const { payload, functionError } = await local.invoke(name, { command: 'invite', tenant_id });
  const { problem } = payload as { problem?: { detail: string } };
  if (functionError || problem) throw new Error(`${name} invited nobody: ${problem?.detail ?? 'it failed'}`);
};

type Sdk = typeof import('@aws-sdk/client-cognito-identity-provider');

/** As on AWS; the SDK is read only where it is needed, once for a data folder. */
const asAdministrator = async (
  { endpoint, operator: credentials }: Local,
  act: (sdk: Sdk, client: InstanceType<Sdk['CognitoIdentityProviderClient']>) => Promise<void>,
): Promise<void> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider');
  const client = new sdk.CognitoIdentityProviderClient({ endpoint, credentials, region: 'eu-west-1' });
  await act(sdk, client).finally(() => client.destroy());
};
