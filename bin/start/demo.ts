import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { administerBusiness } from '../../functions/app/jobs/jobs.ts';
import { type EnvironmentName, functionName } from '../../lib/environments.ts';
import { writeWhole } from '../../local/files.ts';
import { madePassword, matches } from '../../local/sign-in/passwords.ts';
import { userNamed } from '../../local/sign-in/pools.ts';
import type { Local } from '../../local/start.ts';
import { type RegisteredBusiness, registerBusiness } from './business.ts';

/** The registered e-mail address of the demo business, by which its owner signs in. */
export const demoEmail = 'demo@example.com';

/** The demo business in each environment: the same tenant, its own keys. */
export type Demo = Readonly<Record<string, RegisteredBusiness>>;

/** The demo business of an earlier start, if its keys still work, or a new one. Its keys are kept in the data folder, since the service keeps only hashes. */
export const demoBusiness = async (local: Local, dataFolder: string | undefined): Promise<Demo> => {
  const file = dataFolder && join(dataFolder, 'demo.json');
  const kept = file ? readKept<Demo>(file) : undefined;
  if (kept && (await allAnswer(local, kept))) return kept;
  const made = await register(local);
  if (file) writeWhole(file, made);
  if (await allAnswer(local, made)) return made;
  throw new Error('The demo business was registered, but its keys are refused.');
};

/** The data that an earlier start kept in a file; undefined: no readable file, so it is made again. */
export const readKept = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const register = async (local: Local): Promise<Demo> => {
  const made: Record<string, RegisteredBusiness> = {};
  let tenant: { tenant_id: string } | undefined;
  for (const name of Object.keys(local.environments) as EnvironmentName[]) {
    const business = await registerBusiness(local, name, {
      name: 'Demo business',
      email: demoEmail,
      ...tenant,
    });
    const { tenant_id, account_id, secret_key, public_key } = business;
    made[name] = { tenant_id, account_id, environment: name, secret_key, public_key };
    tenant = { tenant_id };
  }
  return made;
};

/** Whether every environment answers the specification's sample request with these keys. */
const allAnswer = async (local: Local, demo: Demo): Promise<boolean> => {
  const answers = Object.entries(local.environments).map(async ([name, { base_url }]) => {
    const { secret_key = '', tenant_id = '' } = demo[name] ?? {};
    const headers = { 'Api-Key': secret_key, 'x-tenant-id': tenant_id };
    const response = await fetch(`${base_url}accounts`, { headers });
    await response.arrayBuffer();
    return response.ok;
  });
  return (await Promise.all(answers)).every(Boolean);
};

/** The person who signs in to the dashboard as the owner of the demo business. */
export type Owner = { readonly email: string; readonly password: string };

/**
 * The owner as an earlier start left them, or with another password instead of the invitation's, which is kept in the
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
  // They may have chosen another one, which is not announced.
  if (kept?.email === email && belongs && (await matches(kept.password, known.password)))
    return kept;
  const owner = { email, password: madePassword(pool.settings.password.length_min) };
  await asAdministrator(
    local,
    async ({ AdminDeleteUserCommand, AdminSetUserPasswordCommand }, client) => {
      const user = { UserPoolId: pool.settings.id, Username: email };
      // Whom an earlier demo business left behind can never see this one.
      if (known && !belongs) await client.send(new AdminDeleteUserCommand(user));
      // Registered while somebody else had its address.
      if (!userNamed(pool, email)) await inviteOwner(local, tenant_id);
      await client.send(
        new AdminSetUserPasswordCommand({ ...user, Password: owner.password, Permanent: true }),
      );
    },
  );
  if (file) writeWhole(file, owner);
  return owner;
};

const inviteOwner = async (local: Local, tenant_id: string): Promise<void> => {
  const name = functionName('live', administerBusiness.id);
  const { payload, functionError } = await local.invoke(name, { command: 'invite', tenant_id });
  const { problem } = payload as { problem?: { detail: string } };
  if (functionError || problem)
    throw new Error(`${name} invited nobody: ${problem?.detail ?? 'it failed'}`);
};

type Sdk = typeof import('@aws-sdk/client-cognito-identity-provider');

/** As on AWS; the SDK is read only where it is needed, once for a data folder. */
const asAdministrator = async (
  { endpoint, operator: credentials }: Local,
  act: (sdk: Sdk, client: InstanceType<Sdk['CognitoIdentityProviderClient']>) => Promise<void>,
): Promise<void> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider');
  const client = new sdk.CognitoIdentityProviderClient({
    endpoint,
    credentials,
    region: 'eu-west-1',
  });
  await act(sdk, client).finally(() => client.destroy());
};
