import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RegisteredBusiness, registerBusiness } from '../../bin/start/business.ts';
import type { Client } from '../../client/src/contract.ts';
import { createClient } from '../../client/src/create-client.ts';
import { relayEvents } from '../../functions/app/jobs/jobs.ts';
import { newComparison, saveComparison } from '../../functions/core/counters/comparison-table.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { openAccount } from '../../functions/tenants/accounts/model.ts';
import { saveNewAccount } from '../../functions/tenants/accounts/table.ts';
import { usageKeyOf } from '../../functions/tenants/accounts/usage-plans.ts';
import { newKeyPair } from '../../functions/tenants/api-keys/table.ts';
import {
  type EnvironmentName,
  environments,
  functionName,
  physicalName,
} from '../../lib/environments.ts';
import {
  type InstanceLimits,
  instance_bytes,
  laptopLimits,
  memory_bytes,
} from '../../local/functions/scheduling.ts';
import { type Local, type LocalOptions, startLocal } from '../../local/start.ts';
import { shared } from './shared.ts';
import { storedIn } from './tables.ts';

/** The assembly that `npm test` synthesises before it runs anything. */
export const assembly = fileURLToPath(new URL('../../.build/assembly', import.meta.url));

/**
 * As many at most as the routes of one environment have functions, and some of the other. Those beyond a budget of memory
 * end when they have been idle for a second: a file calls most functions in one moment, and then hardly again.
 */
export const limits: InstanceLimits = {
  all: Math.min(200, Math.max(laptopLimits.all, Math.floor(memory_bytes / 6 / instance_bytes))),
  workers: 40,
  kept: 24,
  sparing: true,
};

/** Starts the sandbox in memory, the very assembly that deploys; end it with `stop`. */
export const startService = async (options: Partial<LocalOptions> = {}): Promise<Local> => {
  if (!existsSync(assembly))
    throw new Error('There is no assembly to test: run `npm run assembly` first.');
  const local = await startLocal({
    assembly,
    memory: true,
    environments: ['sandbox'],
    limits,
    ...options,
  });
  // To record a request takes as much as to answer it: who looks at the log resumes it.
  local.logSubscriptions.pause();
  return local;
};

const everyEnvironment = ['sandbox', 'live'] as const;

/**
 * The sandbox and live as they are, which all files of a process share that need no fault, pause or clock of their own. None
 * of them looks at an event after its commit: to relay each and fan it out takes as much as the request that made it.
 */
export const sharedWithoutRelay = (): Promise<Local> =>
  shared('service without relay', async () => {
    const local = await startService({ environments: everyEnvironment });
    for (const environment of everyEnvironment)
      local.mappings.pause(functionName(environment, relayEvents.id));
    // A sweep would dispatch in its stead.
    await local.schedules.stop();
    return local;
  });

/** The service that a business is made in: the machine, or the World. */
export type Service = Pick<
  Local,
  'endpoint' | 'operator' | 'environments' | 'resources' | 'apiKeys' | 'invoke'
>;

/** A business of its own for one test, which nothing another does can be seen by, and its typed client. */
export type ABusiness = RegisteredBusiness & {
  readonly baseUrl: string;
  readonly client: Client;
};

/**
 * A business as its registration leaves it. It is put into the store at once: no test looks at the events of its keys, and
 * every one of them would go through the whole pipeline.
 */
export const aBusiness = async (
  local: Service,
  environment: EnvironmentName = 'sandbox',
  ids: { readonly id?: string; readonly tenant_id?: string } = {},
): Promise<ABusiness> => {
  const now = new Date();
  const newId = idsAt(now);
  const { entries, keys } = newKeyPair(environment, newId, now);
  const owner = {
    id: ids.id ?? newId('account'),
    tenant_id: ids.tenant_id ?? newId('tenant'),
    environment,
    currency: 'USD',
    ...business,
  };
  const { after: account } = openAccount(owner, { entries, public_key: keys.public_key }, now);
  const comparison = saveComparison(
    newComparison(account.tenant_id, new Date(now.getTime() + day_ms), true),
  );
  await storedIn(local, environment).put([...saveNewAccount(account), comparison]);
  enrol(local, environment, account.tenant_id);
  const { id: account_id, tenant_id } = account;
  return withClient(local, environment, { tenant_id, account_id, environment, ...keys });
};

/** A business that the function of operators registered. */
export const aRegisteredBusiness = async (
  local: Service,
  environment: EnvironmentName = 'sandbox',
): Promise<ABusiness> =>
  withClient(local, environment, await registerBusiness(local, environment, business));

/** Puts a business into the plan in which it begins. */
const enrol = (
  { apiKeys, resources }: Service,
  environment: EnvironmentName,
  tenantId: string,
): void => {
  const plan = resources.find(
    (one) => one.properties.UsagePlanName === physicalName(environment, 'standard'),
  );
  const { region } = environments[environment];
  const key = apiKeys.create({
    ...usageKeyOf(environment, tenantId, 'standard'),
    region,
    enabled: true,
  });
  if (plan) apiKeys.join(plan.physicalId, key.id);
};

const day_ms = 24 * 60 * 60 * 1000;

const business = { name: 'Analytical Engines', email: 'ops@example.com' };

const withClient = (
  local: Service,
  environment: EnvironmentName,
  registered: RegisteredBusiness,
): ABusiness => {
  const { base_url: baseUrl } = placeOf(local, environment);
  const { secret_key: apiKey, tenant_id: tenantId } = registered;
  return {
    ...registered,
    baseUrl,
    client: createClient({ baseUrl, apiKey, tenantId, retries: 0 }),
  };
};

const placeOf = (local: Service, environment: EnvironmentName) => {
  const place = local.environments[environment];
  if (!place) throw new Error(`${environment} does not run`);
  return place;
};
