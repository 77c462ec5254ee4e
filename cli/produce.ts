import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../client/src/api-error.ts';
import {
  type MadeResources,
  type TriggerClient,
  type TriggerStep,
  type TriggerSteps,
  uploaded_bytes,
} from '../functions/core/event-record.ts';
import type { Event } from '../functions/delivery/events/schema.ts';
import type { Api } from './context.ts';
import { encryptedPin } from './encrypted-pin.ts';
import { cliFetch } from './proxies.ts';

type Resource = MadeResources[string];

const client: TriggerClient = {
  encryptPin: (pin, key) => encryptedPin(pin, key as Parameters<typeof encryptedPin>[1]),
  now: () => new Date(),
};

/** Makes the calls of a trigger and waits for the event; undefined where it follows much later. */
export const produce = async (
  api: Api,
  type: string,
  { steps, undo = [], later }: TriggerSteps,
): Promise<Event | undefined> => {
  const made = new Map([['features', (await api('GET', '/features')).body as Resource]]);
  try {
    await runAll(api, steps, made);
    return later === undefined ? await emitted(api, type, [...made.values()]) : undefined;
  } finally {
    if (made.has('webhook')) await runAll(api, undo, made);
  }
};

const runAll = async (
  api: Api,
  steps: readonly TriggerStep[],
  made: Map<string, Resource>,
): Promise<void> => {
  for (const [at, step] of steps.entries()) {
    if ('upload' in step) await upload(made.get(step.upload));
    else {
      const { call, body, as, awaits } = step;
      const [method = '', path = ''] = call.split(' ');
      const input =
        typeof body === 'function' ? await body(Object.fromEntries(made), client) : body;
      const answer = api(method, pathOf(path, made), input === undefined ? {} : { body: input });
      const got =
        as === 'feature'
          ? { id: await missingFeatureIn(answer) }
          : ((await answer).body as Resource);
      if (as !== undefined) made.set(as, got);
      const next = steps.at(at + 1);
      if (awaits && next)
        await until(() => hasStatus(api, pathOf(awaits.path, made), awaits.status));
    }
  }
};

/** The feature that a refusal says the customer lacks. */
const missingFeatureIn = async (answer: PromiseLike<unknown>): Promise<string> => {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'feature_not_active') return error.feature;
    throw error;
  }
  throw new Error('The customer lacks no feature for it.');
};

const pathOf = (path: string, made: ReadonlyMap<string, Resource>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(made.get(name)?.id));

const upload = async (document: Resource = {}): Promise<void> => {
  const { url, method, headers } = document.upload as {
    url: string;
    method: string;
    headers: Record<string, string>;
  };
  const { ok, status } = await cliFetch(url, {
    method,
    headers,
    body: new Uint8Array(uploaded_bytes),
  });
  if (!ok) throw new Error(`The storage answered ${status} to the upload.`);
};

const hasStatus = async (
  api: Api,
  path: string,
  wanted: string | undefined,
): Promise<true | undefined> => {
  const { status } = (await api('GET', path)).body as { status: string };
  return (wanted === undefined ? status !== 'processing' : status === wanted) || undefined;
};

/** The event of this type of what was made, or of its customer. */
const emitted = (api: Api, type: string, made: readonly Resource[]): Promise<Event> => {
  const ids = made.map(({ id }) => id);
  return until(async () => {
    const { data } = (await api('GET', '/events', { query: { type } })).body as { data: Event[] };
    return data.find(
      ({ resource, customer_id }) => ids.includes(resource.id) || ids.includes(customer_id),
    );
  });
};

/** Work that is due once a minute may need two. */
const wait_ms_max = 5 * 60_000;
const between_ms = 500;

const until = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
  for (const ending = AbortSignal.timeout(wait_ms_max); !ending.aborted; await wait(between_ms)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(
    'It did not happen within five minutes. The calls were made: see fsapi get /events',
  );
};
