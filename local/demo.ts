import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegisteredBusiness } from './business.ts';
import type { LocalEnvironment } from './environments.ts';
import { writeWhole } from './own-files.ts';

/** The demo business in each environment: the same tenant, keys of its own. */
export type Demo = Readonly<Record<string, RegisteredBusiness>>;

type Environments = Readonly<Record<string, LocalEnvironment>>;

/** The demo business of an earlier start, if its keys still work, or a new one. Its keys are kept in the data folder, since the service keeps only hashes. */
export const demoBusiness = async (environments: Environments, dataFolder: string | undefined): Promise<Demo> => {
  const file = dataFolder && join(dataFolder, 'demo.json');
  const kept = file ? readDemo(file) : undefined;
  if (kept && (await allAnswer(environments, kept))) return kept;
  const made = await register(environments);
  if (file) writeWhole(file, made);
  if (await allAnswer(environments, made)) return made;
  throw new Error('The demo business was registered, but its keys are refused.');
};

const readDemo = (file: string): Demo | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const register = async (environments: Environments): Promise<Demo> => {
  const made: Record<string, RegisteredBusiness> = {};
  let tenant: { tenant_id: string } | undefined;
  for (const [name, environment] of Object.entries(environments)) {
    const business = await environment.register({ name: 'Demo business', email: 'demo@example.com', ...tenant });
    const { tenant_id, account_id, secret_key, public_key } = business;
    made[name] = { tenant_id, account_id, environment: name, secret_key, public_key };
    tenant = { tenant_id };
  }
  return made;
};

/** Whether every environment answers the specification's sample request with these keys. */
const allAnswer = async (environments: Environments, demo: Demo): Promise<boolean> => {
  const answers = Object.entries(environments).map(async ([name, { base_url }]) => {
    const { secret_key = '', tenant_id = '' } = demo[name] ?? {};
    const headers = { 'Api-Key': secret_key, 'x-tenant-id': tenant_id };
    const response = await fetch(`${base_url}accounts`, { headers });
    await response.arrayBuffer();
    return response.ok;
  });
  return (await Promise.all(answers)).every(Boolean);
};
