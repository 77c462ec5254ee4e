import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tour } from '../../bin/tour/guide.ts';
import { listening } from '../../local/listening.ts';
import type { Local } from '../../local/start.ts';
import { type Caller, plainCallerOf } from '../helpers/call.ts';
import { aTenant, type Tenant } from '../helpers/fixtures/tenants.ts';
import type { Any } from '../helpers/printed-document.ts';
import { bodyOf } from '../helpers/receiver.ts';
import { allCases, ask } from '../helpers/route-cases.ts';
import { differences } from './readings.ts';

/** The deliveries that came, by event and attempt. */
export const startReceiver = async () => {
  const received = new Map<string, number>();
  const { port, stop } = await listening(
    createServer(async (request, response) => {
      await bodyOf(request);
      const id = String(request.headers['webhook-id']);
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    }),
  );
  return { url: `http://127.0.0.1:${port}/`, received, stop };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A business whose answers are held against no document, since either version may give them. */
export const aPlainTenant = async (local: Local): Promise<Tenant> => {
  const tenant = await aTenant(local);
  return { ...tenant, call: plainCallerOf(tenant.baseUrl, tenant.secret_key) };
};

/** A business with a webhook for all events. */
export const aWatchedTenant = async (local: Local, { url }: Receiver): Promise<Tenant> => {
  const tenant = await aPlainTenant(local);
  const body = { url, event_types: ['*'] };
  const { status, text } = await tenant.call({ method: 'POST', path: '/webhooks', body });
  if (status !== 201) throw new Error(`POST /webhooks ${status} ${text}`);
  return tenant;
};

type RunTour = (tour: Tour) => Promise<void>;

/** Plays the tour of a version, with its client, as one business. */
export const playTour = async (folder: string, tenant: Tenant): Promise<void> => {
  const path = pathToFileURL(join(folder, 'bin', 'tour', 'mission.ts')).href;
  const { runTour }: { readonly runTour: RunTour } = await import(path);
  const { baseUrl: base_url, secret_key } = tenant;
  await runTour({ base_url, secret_key, print: () => {}, style: (_, text) => text });
};

/** The first case of each route that succeeds. */
const firstCases = [
  ...Map.groupBy(
    allCases.filter(({ it }) => it.status < 300),
    ({ route }) => route,
  ).values(),
].flatMap(([first]) => first ?? []);

/**
 * Calls each route, and each idempotent POST twice more with its key: the other version answers the second, the first version
 * the third. Returns how many were called, and the faults.
 */
export const callRoutes = async (local: Local) => {
  const wrong: string[] = [];
  let replayed = 0;
  for (const { route, it } of firstCases) {
    const name = `${route.id} ${it.name}`;
    try {
      const tenant = await aPlainTenant(local);
      const said = await it.arrange(tenant);
      const headers = { 'idempotency-key': randomUUID(), ...said.headers };
      const asked = route.method === 'POST' ? { ...said, headers } : said;
      const first = await ask(tenant, route, asked);
      if (first.status !== it.status) wrong.push(`${name}: ${first.status} ${first.text}`);
      const isReplayed = route.method === 'POST' && route.idempotency !== 'none';
      if (!isReplayed || first.status >= 300) continue;
      const [second, third] = [await ask(tenant, route, asked), await ask(tenant, route, asked)];
      replayed += 1;
      if (second.status !== first.status) wrong.push(`${name} again: ${second.status}`);
      // A secret is said once, and a link is signed for each answer: where one version differs from itself, the other may too.
      const may = new Set(differences('', first.body, third.body).map(({ path }) => path));
      // Two versions have two credentials, and a link is signed with those of the moment.
      const differs = differences('', first.body, second.body).filter(
        ({ path }) => !may.has(path) && path !== '.upload.url',
      );
      for (const { path, values } of differs)
        wrong.push(`${name} again: ${path} ${JSON.stringify(values)}`);
    } catch (error) {
      wrong.push(`${name}: ${error}`);
    }
  }
  return { called: firstCases.length, replayed, wrong };
};

/** The events of a business that did not arrive, and those that came more than once. */
export const lostAndRepeated = async (call: Caller, { received }: Receiver) => {
  const events: Any[] = [];
  let cursor: string | undefined;
  do {
    const query = [['limit', '100'], ...(cursor ? [['cursor', cursor]] : [])] as [string, string][];
    const { body } = await call({ method: 'GET', path: '/events', query });
    events.push(...body.data);
    cursor = body.next_cursor ?? undefined;
  } while (cursor);
  return {
    events: events.length,
    lost: events.filter(({ id }) => !received.has(id)).map(({ id, type }) => `${type} ${id}`),
    repeated: events.filter(({ id }) => (received.get(id) ?? 0) > 1).map(({ id }) => id),
  };
};
