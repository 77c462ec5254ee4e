/**
 * Creates a second through the whole local run, and the processor time of one over all its processes: ours, and the same
 * service whose customers.create is the baseline's. Each is a process with its own folder, as `npm start`
 * is; they are asked by turns. First with the pipeline at work, as it always is, until it has confirmed every event; then with
 * the stream held back meanwhile, which shows what the create alone takes.
 * Run: `npm run assembly && npx node bench/creates.ts`; REPETITIONS and CREATES say how many.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { registerBusiness } from '../bin/start/business.ts';
import { relayEvents } from '../functions/jobs/jobs.ts';
import { environments, functionName, physicalName } from '../lib/environments.ts';
import { baselineAssembly } from './baseline/assembly.ts';
import { byTurns, inParallel } from './by-turns.ts';
import { type Caller, callerAt, ownAssembly, startSandbox } from './local-run.ts';
import { type Place, places, processorTimes, takenBetween } from './processor-time.ts';
import { keepSamples } from './results.ts';
import { gathered } from './samples.ts';
import { individual } from './start/machine.ts';

const repetitions = Number(process.env.REPETITIONS ?? 7);
const creates = Number(process.env.CREATES ?? 100);
const warm_up = 10 * creates;
/** With 4 or 16 neither service creates more a second. */
const callers = 8;

type Who = 'ours' | 'baseline';
const everybody: readonly Who[] = ['ours', 'baseline'];
type Service = { readonly child: ChildProcess; readonly call: Caller };

/** What the service is asked: to feed its pipeline or not, or to say when every event is confirmed. */
type Order = 'feed' | 'hold back' | 'confirm';

/** The service, in another process. */
const serve = async (assembly: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'creates-'));
  const local = await startSandbox({ assembly, folder });
  const { secret_key } = await registerBusiness(local, 'sandbox', { name: 'Bench', email: 'bench@example.com' });
  const { endpoint, operator, mappings } = local;
  const client = new DynamoDBClient({ endpoint, region: environments.sandbox.region, credentials: operator });
  const unconfirmed = new ScanCommand({ TableName: physicalName('sandbox', 'outbox'), IndexName: 'due', Limit: 1 });
  process.on('message', async (order: Order) => {
    if (order === 'confirm') while ((await client.send(unconfirmed)).Count !== 0) await pause(50);
    else mappings[order === 'feed' ? 'resume' : 'pause'](functionName('sandbox', relayEvents.id));
    process.send?.('done');
  });
  process.once('disconnect', async () => {
    await local.stop();
    rmSync(folder, { recursive: true });
  });
  process.send?.({ base_url: local.environments.sandbox?.base_url, secret_key });
};

const started = async (assembly: string): Promise<Service> => {
  const child = fork(fileURLToPath(import.meta.url), ['service', assembly]);
  const [{ base_url, secret_key }] = await once(child, 'message');
  return { child, call: callerAt(base_url, secret_key) };
};

const asked = async ({ child }: Service, order: Order): Promise<void> => {
  const done = once(child, 'message');
  child.send(order);
  await done;
};

const stopped = async ({ child }: Service): Promise<void> => {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
};

type Turn = { readonly per_second: number; readonly ms: Readonly<Record<Place | 'all', number>> };

/** Creates so many, and waits for the end of their events; those count unless they are held back. */
const turn = async (service: Service, { count = creates, alone = false } = {}): Promise<Turn> => {
  const { child, call } = service;
  if (alone) await asked(service, 'hold back');
  const [startedAt, before] = [performance.now(), processorTimes(child.pid ?? 0)];
  await inParallel(count, callers, () => call('POST', 'customers', individual));
  const seconds = (performance.now() - startedAt) / 1000;
  const created = processorTimes(child.pid ?? 0);
  if (alone) await asked(service, 'feed');
  await asked(service, 'confirm');
  const taken = takenBetween(before, alone ? created : processorTimes(child.pid ?? 0));
  const each = Object.fromEntries(places.map((place) => [place, taken[place] / count])) as Record<Place, number>;
  return { per_second: count / seconds, ms: { ...each, all: places.reduce((sum, place) => sum + each[place], 0) } };
};

/** What both came to by turns, and ours as a share of the baseline's. */
const compared = async (round: number, ask: (who: Who) => Promise<Turn>) => {
  const { ours, baseline } = await byTurns(round, everybody, ask);
  const figureOf = (of: (one: Turn) => number) => ({
    ...{ ours: of(ours), baseline: of(baseline) },
    ratio: of(ours) / of(baseline),
  });
  const each = (['all', ...places] as const).map((place) => [place, figureOf(({ ms }) => ms[place])] as const);
  return { per_second: figureOf((one) => one.per_second), processor_ms: Object.fromEntries(each) };
};

type Round = Awaited<ReturnType<typeof compared>>;

const main = async (): Promise<void> => {
  const services = { ours: await started(ownAssembly), baseline: await started(await baselineAssembly()) };
  await byTurns(0, everybody, (who) => turn(services[who], { count: warm_up }));
  const [whole, alone]: [Round[], Round[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    whole.push(await compared(round, (who) => turn(services[who])));
    alone.push(await compared(round, (who) => turn(services[who], { alone: true })));
  }
  await Promise.all(everybody.map((who) => stopped(services[who])));
  const figures = { with_its_event: gathered(whole), alone: gathered(alone) };
  keepSamples('creates', { repetitions, creates, callers, ...figures });
};

await (process.argv[2] === 'service' ? serve(process.argv[3] ?? '') : main());
