import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../functions/contract/client/client.ts';
import { routes } from '../../functions/contract/routes.ts';
import { laptop, type Places } from '../../local/functions/turns.ts';
import { type Local, type LocalOptions, startLocal } from '../../local/start.ts';

/** The assembly that `npm test` synthesises before it runs anything. */
export const assembly = fileURLToPath(new URL('../../.build/assembly', import.meta.url));

/** What this machine has, or what it lets us have of it, in bytes. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** A process holds 33 MB of its own; two test files side by side take a third of the memory at most. */
export const places: Places = { all: Math.min(64, Math.max(laptop.all, Math.floor(memory / 6 / 40e6))), workers: 20 };

/** Starts the sandbox in memory, the very assembly that deploys; end it with `stop`. */
export const startService = async (options: Partial<LocalOptions> = {}): Promise<Local> => {
  if (!existsSync(assembly)) throw new Error('There is no assembly to test: run `npm run assembly` first.');
  return startLocal({ assembly, memory: true, environments: ['sandbox'], places, ...options });
};

/** A business of its own for one test: nothing it does can be seen by another. */
export const aBusiness = async (local: Local, environment = 'sandbox') => {
  const place = local.environments[environment];
  if (!place) throw new Error(`${environment} does not run`);
  const business = await place.register({ name: 'Analytical Engines', email: 'ops@example.com' });
  const { base_url: baseUrl } = place;
  const client = createClient(routes, { baseUrl, apiKey: business.secret_key, tenantId: business.tenant_id });
  return { ...business, baseUrl, client };
};
