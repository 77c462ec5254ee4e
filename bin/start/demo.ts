import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentName } from '../../lib/environments.ts';
import { writeWhole } from '../../local/files.ts';
import type { Local } from '../../local/start.ts';
import { type RegisteredBusiness, registerBusiness } from './business.ts';

/** The registered e-mail address of the demo business, by which its owner signs in. */
export const demoEmail = 'demo@example.com';

/** The demo business in each environment: the same tenant, keys of its own. */
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

/** What an earlier start kept in a file; undefined where there is nothing that can be read, which is then made anew. */
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
