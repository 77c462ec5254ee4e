import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { npmProgram } from '../bin/npm.ts';
import {
  asGroup,
  descendantsOf,
  endAtOnce,
  interruptGroup,
  isAlive,
} from '../local/test/helpers/processes.ts';
import { until } from '../local/test/helpers/until.ts';
import { Failure } from './failure.ts';

// `npm start` as its users run it: it answers in both environments, and ends whole.

const printed = '.local/environment.json';
const ready_ms_max = 180_000;
const end_ms_max = 30_000;

type Service = {
  readonly npm: ChildProcess;
  readonly pid: number;
  readonly closed: Promise<unknown>;
  said(): string;
};

type Environment = {
  readonly base_url: string;
  readonly secret_key: string;
  readonly tenant_id: string;
};

/** Starts it twice, calls it, and ends it both ways. */
export const smoke = async (): Promise<void> => {
  const first = await startService();
  for (const name of ['sandbox', 'live']) await call(first, name);
  const interrupted = await endService(first, 'Ctrl-C', interruptGroup);
  if (interrupted) await endService(await startService(), killing, kill);
  else {
    console.log(
      'Ctrl-C was not tried: this system has no signal that a program could send for it.',
    );
    await endService(first, killing, kill);
  }
};

const killing = "A kill of npm's own process";
const kill = (pid: number): boolean => process.kill(pid, 'SIGTERM');

/** The processes that have been started and may still run. */
const pids = new Set<number>();

/** Ends at once what a failure left behind. */
export const killServices = (): void => {
  const all = [...pids].flatMap((pid) => [...descendantsOf(pid), pid]);
  for (const pid of all) endAtOnce(pid);
};

const startService = async (): Promise<Service> => {
  if (existsSync(printed))
    throw new Failure(`${printed} is there: a service runs here, or was killed.`);
  const npm = spawn(process.execPath, [npmProgram(), 'start'], {
    env: { ...process.env, PORT: '0', LOCAL_DATA: 'memory' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asGroup,
  });
  let said = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const pid = npm.pid ?? NaN;
  pids.add(pid);
  const service = { npm, pid, closed: once(npm, 'close'), said: () => said };
  await within(
    ready_ms_max,
    () => existsSync(printed) || hasEnded(npm),
    () => fail(service, 'npm start was not ready within three minutes.'),
  );
  if (!existsSync(printed)) fail(service, 'npm start ended before it was ready.');
  return service;
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Calls an environment with a key, and without one. */
const call = async (service: Service, name: string): Promise<void> => {
  const environments: Readonly<Record<string, Environment>> = JSON.parse(
    readFileSync(printed, 'utf8'),
  );
  const environment = environments[name] ?? fail(service, `${printed} has no ${name}.`);
  const url = `${environment.base_url}accounts`;
  const headers = { 'Api-Key': environment.secret_key, 'x-tenant-id': environment.tenant_id };
  const answer = await fetch(url, { headers }).catch(() =>
    fail(service, `${url} cannot be called.`),
  );
  console.log(`GET ${url} -> ${answer.status} ${await answer.text()}`);
  if (answer.status !== 200) fail(service, `GET accounts answered ${answer.status} in ${name}.`);
  const { status } = await fetch(url);
  if (status !== 401) fail(service, `GET accounts without a key answered ${status} in ${name}.`);
};

/**
 * Ends the service, and sees that it ends in good order and leaves nothing behind; false where it cannot be ended that way on
 * this system.
 */
const endService = async (
  service: Service,
  called: string,
  end: (pid: number) => boolean,
): Promise<boolean> => {
  const everybody = [service.pid, ...descendantsOf(service.pid)];
  for (const pid of everybody) pids.add(pid);
  if (!end(service.pid)) return false;
  const enough = everybody.length > 1;
  if (!enough)
    fail(
      service,
      'The processes of the service were not found, so nothing can be said about their end.',
    );
  const left = () => everybody.filter(isAlive);
  await within(
    end_ms_max,
    () => left().length === 0,
    () => fail(service, `${called} left processes behind: ${left().join(' ')}.`),
  );
  await service.closed;
  // The status is that of npm's shell, which a signal may have ended first.
  if (!service.said().endsWith('\nEnded.\n'))
    fail(service, `${called} was not followed by an end in good order.`);
  if (existsSync(printed)) fail(service, `${called} left ${printed} behind.`);
  for (const pid of everybody) pids.delete(pid);
  console.log(`${called} ended all ${everybody.length} processes.`);
  return true;
};

/** Waits for a condition; what `late` throws is the end of it. */
const within = async (
  wait_ms_max: number,
  held: () => boolean,
  late: () => never,
): Promise<void> => {
  await until(held, '', wait_ms_max).catch(late);
};

const fail = ({ said }: Service, sentence: string): never => {
  throw new Failure(
    [
      sentence,
      ...said()
        .trimEnd()
        .split('\n')
        .map((line) => `  npm start: ${line}`),
    ].join('\n'),
  );
};
