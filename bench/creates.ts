/**
 * Creates a second through the whole local run, and the processor time of one over all its processes: ours, and the same
 * service whose customers.create is the baseline's. Each is a process with an engine and a folder of its own, as `npm start`
 * is; they are asked by turns, by as many callers as each serves best. First with the pipeline at work, as it always is, until
 * it has confirmed every event; then with the stream held back meanwhile, which shows what the create alone takes.
 * Run: `npm run assembly && node bench/creates.ts`; REPETITIONS and CREATES say how many.
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
import { relayEvents } from '../functions/contract/workers.ts';
import { environments, functionName, physicalName } from '../lib/environments.ts';
import { baselineAssembly } from './baseline/assembly.ts';
import { printed, type Spread, spread } from './interleaved.ts';
import { type Caller, callerAt, inLanes, ownAssembly, startSandbox } from './local-run.ts';
import { type Place, places, processorTimes, takenBetween } from './processor-time.ts';
import { keepResults } from './results.ts';
import { individual } from './start/machine.ts';

const repetitions = Number(process.env.REPETITIONS ?? 15);
const creates = Number(process.env.CREATES ?? 200);
const warm_up = 5 * creates;
const callers_tried = [1, 2, 4, 8, 16];

type Who = 'ours' | 'baseline';
const everybody: readonly Who[] = ['ours', 'baseline'];
type Service = { readonly child: ChildProcess; readonly call: Caller };

/** What the service is told: to feed its pipeline or not, or to say when every event is confirmed. */
type Order = 'feed' | 'hold back' | 'confirm';

/** In a process of its own: the service. */
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

const told = async ({ child }: Service, order: Order): Promise<void> => {
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

/** Creates so many with so many callers, and waits for the end of their events; those count unless they are held back. */
const turn = async (service: Service, callers: number, { count = creates, alone = false } = {}): Promise<Turn> => {
  const { child, call } = service;
  if (alone) await told(service, 'hold back');
  const [begun, before] = [performance.now(), processorTimes(child.pid ?? 0)];
  await inLanes(count, callers, () => call('POST', 'customers', individual));
  const seconds = (performance.now() - begun) / 1000;
  const created = processorTimes(child.pid ?? 0);
  if (alone) await told(service, 'feed');
  await told(service, 'confirm');
  const taken = takenBetween(before, alone ? created : processorTimes(child.pid ?? 0));
  const each = Object.fromEntries(places.map((place) => [place, taken[place] / count])) as Record<Place, number>;
  return { per_second: count / seconds, ms: { ...each, all: places.reduce((sum, place) => sum + each[place], 0) } };
};

/** Of both, by turns, so that whatever else the machine does falls on both. */
const byTurns = async <T>(round: number, ask: (who: Who) => Promise<T>): Promise<Record<Who, T>> => {
  const order = round % 2 === 0 ? everybody : everybody.toReversed();
  const taken: Partial<Record<Who, T>> = {};
  for (const who of order) taken[who] = await ask(who);
  return taken as Record<Who, T>;
};

/** How many callers give the most. */
const bestCallers = async (services: Readonly<Record<Who, Service>>): Promise<Record<Who, number>> => {
  const best: Record<Who, readonly [callers: number, per_second: number]> = { ours: [1, 0], baseline: [1, 0] };
  for (const [round, callers] of callers_tried.entries()) {
    const tried = await byTurns(round, (who) => turn(services[who], callers));
    for (const who of everybody) {
      const { per_second } = tried[who];
      if (per_second > best[who][1]) best[who] = [callers, per_second];
    }
  }
  return { ours: best.ours[0], baseline: best.baseline[0] };
};

const main = async (): Promise<void> => {
  const services = { ours: await started(ownAssembly), baseline: await started(await baselineAssembly()) };
  await byTurns(0, (who) => turn(services[who], 2, { count: warm_up }));
  const callers = await bestCallers(services);
  const whole: Record<Who, Turn>[] = [];
  const alone: Record<Who, Turn>[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    whole.push(await byTurns(round, (who) => turn(services[who], callers[who])));
    alone.push(await byTurns(round, (who) => turn(services[who], callers[who], { alone: true })));
  }
  await Promise.all(everybody.map((who) => stopped(services[who])));
  const figures = { with_its_event: figuresOf(whole), alone: figuresOf(alone) };
  keepResults('creates', { repetitions, creates, callers, ...figures });
  console.log(
    `${repetitions} times ${creates} creates by turns, after ${warm_up} of each; median (p10 to p90)`,
    callers,
  );
  for (const [what, { per_second, processor_ms }] of Object.entries(figures))
    console.table([
      row(`${what}: creates a second`, per_second),
      ...Object.entries(processor_ms).map(([place, figure]) => row(`  processor time of one, ms: ${place}`, figure)),
    ]);
};

const figuresOf = (rounds: readonly Record<Who, Turn>[]) => {
  const figureOf = (of: (one: Turn) => number): Figure => ({
    ours: spread(rounds.map(({ ours }) => of(ours))),
    baseline: spread(rounds.map(({ baseline }) => of(baseline))),
    ratio: spread(rounds.map(({ ours, baseline }) => of(ours) / of(baseline))),
  });
  const each = (['all', ...places] as const).map((place) => [place, figureOf(({ ms }) => ms[place])] as const);
  return { per_second: figureOf((one) => one.per_second), processor_ms: Object.fromEntries(each) };
};

type Figure = Readonly<Record<Who | 'ratio', Spread>>;

const row = (what: string, { ours, baseline, ratio }: Figure) => ({
  what,
  ours: printed(ours, 2),
  baseline: printed(baseline, 2),
  ratio: printed(ratio, 2),
});

await (process.argv[2] === 'service' ? serve(process.argv[3] ?? '') : main());
