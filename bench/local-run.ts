import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { registerBusiness } from '../bin/start/business.ts';
import { functionName } from '../lib/environments.ts';
import { laptopLimits } from '../local/functions/scheduling.ts';
import { type Local, type LocalOptions, startLocal } from '../local/start.ts';

/** The assembly that tests and benchmarks run. */
export const ownAssembly = fileURLToPath(new URL('../.build/assembly', import.meta.url));

/** The sandbox of an assembly on this machine, ours unless another is named, in memory unless a folder is named. */
export const startSandbox = async (
  options: Partial<Pick<LocalOptions, 'assembly' | 'folder'>> = {},
): Promise<Local> => {
  const local = await startLocal({
    assembly: ownAssembly,
    ...options,
    memory: options.folder === undefined,
    environments: ['sandbox'],
    // None ends for the memory: processor time is read from the instances that are alive.
    limits: { ...laptopLimits, kept: Number.POSITIVE_INFINITY },
  });
  // The job of the request log works on other machines than what is measured.
  local.logSubscriptions.pause();
  return local;
};

/** A new business, and how it calls: the answer's body, or an error for any answer but success. */
export const aCaller = async (local: Local, name: string): Promise<Caller> => {
  const { secret_key } = await registerBusiness(local, 'sandbox', {
    name,
    email: 'bench@example.com',
  });
  return callerOf(local, secret_key);
};

/** How a business calls that has this key. */
export const callerOf = ({ environments }: Local, secret_key: string): Caller =>
  callerAt(environments.sandbox?.base_url ?? '', secret_key);

/** The same, of a service at an address; by bare connections, since a caller takes its time from the same processors. */
export const callerAt =
  (base_url: string, secret_key: string) =>
  async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Answered> => {
    const key = method === 'POST' && { 'Idempotency-Key': randomUUID() };
    const headers = {
      'Api-Key': secret_key,
      ...(body && { 'Content-Type': 'application/json' }),
      ...key,
    };
    const asked = request(`${base_url}${path}`, { method, headers, agent }).end(
      body && JSON.stringify(body),
    );
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const answered = await text(answer);
    if (Number(answer.statusCode) >= 300)
      throw new Error(`${path} answered ${answer.statusCode}: ${answered}`);
    return JSON.parse(answered);
  };

const agent = new Agent({ keepAlive: true });

/** The members of an answer that the benchmarks read. */
export type Answered = { readonly id: string; readonly next_cursor?: string | null };

export type Caller = ReturnType<typeof callerAt>;

/** The body of a customer. */
export const customer = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };

/** A request that an endpoint got: where, when, and how long after the commit of its event. */
export type Receipt = {
  readonly event_id: string;
  readonly path: string;
  readonly at: number;
  readonly waited_ms: number;
};

/** Waits until an endpoint has received so much. */
export const arrived = async (
  { received }: { readonly received: readonly Receipt[] },
  count: number,
) => {
  while (received.length < count) await pause(5);
};

/** An endpoint on this machine that keeps what it receives, and answers as a test says, or with success. */
export const startEndpoint = async (
  answer = (_path: string, response: ServerResponse): unknown => response.end(),
) => {
  const received: Receipt[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const at = Date.now();
    const path = request.url ?? '';
    const event = JSON.parse(body);
    received.push({ event_id: event.id, path, at, waited_ms: at - Date.parse(event.timestamp) });
    answer(path, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, received, stop };
};

/**
 * The processor time that these functions take from a moment when none is at work until another, in milliseconds, by
 * function. An endpoint receives the last events before that is recorded.
 */
export const startProcessorClock = async ({ pool }: Local, ids: readonly string[]) => {
  const idle = async () => {
    while (pool.instances().some((one) => one.state() === 'busy')) await pause(10);
  };
  const read = async () =>
    new Map(
      await Promise.all(
        pool.instances().map(async (one) => [one, await one.processorTime_ms()] as const),
      ),
    );
  await idle();
  const before = await read();
  return async (): Promise<Record<string, number>> => {
    await idle();
    const now = [...(await read())];
    const since = (id: string) =>
      now
        .filter(([{ of }]) => of.name === functionName('sandbox', id))
        .reduce((sum, [one, ms]) => sum + ms - (before.get(one) ?? 0), 0);
    return Object.fromEntries(ids.map((id) => [id, since(id)]));
  };
};
