import { writeFileSync } from 'node:fs';
import { routes } from '../functions/routes.ts';
import { validCall } from './helpers/examples.ts';
import { aTenant } from './helpers/fixtures/tenants.ts';
import { startService } from './helpers/service.ts';
import { settledExample } from './helpers/settled-example.ts';

// Asks a running service for one example of every operation: `npm run examples`, after `npm run assembly`.
const local = await startService();
const recorded: Record<string, unknown> = {};
try {
  for (const route of routes) {
    const tenant = await aTenant(local);
    const call = await validCall(route, tenant);
    const answer = await tenant.call(call);
    if (answer.status !== route.returns.status) throw new Error(`${route.id}: ${answer.text}`);
    // The document itself would be its own example.
    if (!('public' in route)) recorded[route.id] = settledExample(call, answer.body);
  }
} finally {
  await local.stop();
}
const file = new URL('../lib/recorded-examples.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
