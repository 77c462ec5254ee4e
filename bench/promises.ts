/**
 * The costs of a create's promises: ours beside the same create as an unsafe handler. That handler
 * checks, answers and logs the same and puts the customer alone: no idempotency, no event. Two
 * services on this machine, asked by turns through the gateway with 1, 10 and 100 creates in
 * parallel. Events wait before the stream meanwhile, and leave before the next turn. Ends with an
 * error where a create costs more units than docs/explain/numbers-promises.md says.
 * Run: `npm run assembly && npx node bench/promises.ts`; REPETITIONS says how many.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { readCommandLine } from '../bin/command-line.ts';
import { registerBusiness } from '../bin/start/business.ts';
import { relayEvents } from '../functions/app/jobs/jobs.ts';
import { createCustomer } from '../functions/identity/customers/routes.ts';
import { environments, functionName, physicalName } from '../lib/environments.ts';
import type { Local } from '../local/start.ts';
import { byTurns, inParallel } from './by-turns.ts';
import { type Caller, callerOf, customer, ownAssembly, startSandbox } from './local-run.ts';
import { keepSamples } from './results.ts';
import { gathered, percentile } from './samples.ts';
import { createUnits, putUnits, sumOf, unitsOfCreate } from './units.ts';
import { unsafeAssembly } from './unsafe/assembly.ts';

readCommandLine({
  usage: `npx node bench/promises.ts

Measures what each promise of the API costs, after \`npm run assembly\`.`,
});

const repetitions = Number(process.env.REPETITIONS ?? 5);
/** So many creates by so many callers. */
const loads = { '1': 40, '10': 100, '100': 200 } as const;
const warm_up = { creates: 300, callers: 8 };
type Parallel = keyof typeof loads;
const parallels = Object.keys(loads) as Parallel[];

type Who = 'ours' | 'unsafe';
const everybody: readonly Who[] = ['ours', 'unsafe'];
type Service = { readonly local: Local; readonly call: Caller; readonly units: number };

/** The units of the first create, the only POST of its business. */
const firstUnits = async (local: Local, who: Who): Promise<number> => {
  const { secret_key, tenant_id } = await registerBusiness(local, 'sandbox', business);
  const call = callerOf(local, secret_key);
  let customer_id = '';
  const calls = await local.recorder.during(async () => {
    ({ id: customer_id } = await call('POST', 'customers', customer));
  });
  const own = calls.filter((one) => one.function === functionName('sandbox', createCustomer.id));
  const units = own.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);
  if (who === 'unsafe') assert.equal(units, sumOf(putUnits));
  else {
    const written = await unitsOfCreate(local, { tenant_id, customer_id });
    assert.deepEqual(written, { create: createUnits, put: putUnits });
    assert.equal(units, sumOf(written.create));
  }
  return units;
};

const business = { name: 'Bench', email: 'bench@example.com' };

const started = async (who: Who, assembly: string): Promise<Service> => {
  const local = await startSandbox({ assembly });
  local.mappings.pause(relay);
  const { secret_key } = await registerBusiness(local, 'sandbox', business);
  const call = callerOf(local, secret_key);
  const units = await firstUnits(local, who);
  await inParallel(warm_up.creates, warm_up.callers, () => call('POST', 'customers', customer));
  return { local, call, units };
};

/** Lets the events go that wait, and returns when none is left. */
const confirmed = async ({ local }: Service): Promise<void> => {
  const { endpoint, operator, mappings } = local;
  mappings.resume(relay);
  const client = new DynamoDBClient({
    endpoint,
    region: environments.sandbox.region,
    credentials: operator,
  });
  const due = new ScanCommand({
    TableName: physicalName('sandbox', 'outbox'),
    IndexName: 'due',
    Limit: 1,
  });
  while ((await client.send(due)).Count !== 0) await pause(50);
  client.destroy();
  mappings.pause(relay);
};

const relay = functionName('sandbox', relayEvents.id);

/** So many creates, and what each of them waited. */
const turn = async (service: Service, parallel: Parallel) => {
  const waits: number[] = [];
  const startedAt = performance.now();
  await inParallel(loads[parallel], Number(parallel), async () => {
    const asked = performance.now();
    await service.call('POST', 'customers', customer);
    waits.push(performance.now() - asked);
  });
  const per_second = (loads[parallel] / (performance.now() - startedAt)) * 1000;
  await confirmed(service);
  const at = (share: number) => percentile(waits, share) ?? Number.NaN;
  return { p50_ms: at(0.5), p99_ms: at(0.99), per_second };
};

const compared = async (
  round: number,
  services: Readonly<Record<Who, Service>>,
  parallel: Parallel,
) => {
  const { ours, unsafe } = await byTurns(round, everybody, (who) => turn(services[who], parallel));
  return { ours, unsafe, p50_ratio: ours.p50_ms / unsafe.p50_ms };
};

const services = {
  ours: await started('ours', ownAssembly),
  unsafe: await started('unsafe', await unsafeAssembly()),
};
for (const who of everybody) await confirmed(services[who]);
const rounds: Readonly<Record<Parallel, Awaited<ReturnType<typeof compared>>[]>> = {
  '1': [],
  '10': [],
  '100': [],
};
// The first round warms up what only many callers use.
for (let round = -1; round < repetitions; round += 1)
  for (const parallel of parallels) {
    const one = await compared(round + 1, services, parallel);
    if (round >= 0) rounds[parallel].push(one);
  }
for (const who of everybody) await services[who].local.stop();
keepSamples('promises', {
  repetitions,
  units: { ours: services.ours.units, unsafe: services.unsafe.units },
  parallel: Object.fromEntries(parallels.map((parallel) => [parallel, gathered(rounds[parallel])])),
});
