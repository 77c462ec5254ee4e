import '../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { relayEvents } from '../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import type { FaultRule } from '../../../local/faults.ts';
import type { Answer } from '../../helpers/call.ts';
import { type Changing, countOf } from '../../helpers/changing-cases.ts';
import { footprintsIn } from '../../helpers/footprint.ts';
import { ask } from '../../helpers/route-cases.ts';
import { lasting } from '../../helpers/rules/suite.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';
import { keep } from '../kept.ts';
import { world } from '../world.ts';
import { isOfTables, nameOf, passing, type Strike, strikesOf } from './strikes.ts';
import { stateOf, versionsWithoutEvent } from './versions.ts';

const machine = await world();
const { aBusiness, clock, deleteItems, faults, mappings, schedules, tables } = machine;
// A sweep's note belongs to no business.
for (const name of schedules.rules) schedules.enable(name, false);
const relay = functionName('sandbox', relayEvents.id);

/** The throttles of the stage have room again for a case and all that arranges it. */
const between_ms = 250;
const settled_ms = 5_000;

/** A business at the point of making a case's call, whose key is its own even where the case has none. */
export type Arranged = { readonly business: string; readonly send: () => Promise<Answer> };

const arranged = async (changing: Changing): Promise<() => Arranged> => {
  const { route, it } = changing;
  await settled();
  const business = await aBusiness();
  const said = await it.arrange(business);
  if (waitsForWorkers.has(nameOf(changing))) await clock.advance(settled_ms);
  return () => {
    const ownKey = route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const whole = { ...said, headers: { ...ownKey, ...said.headers } };
    return { business: business.tenant_id, send: () => ask(business, route, whole) };
  };
};

/**
 * Brings a business to the point of making a case's call, as often as it is asked. It is the same business with all tables
 * as they were, which takes a fraction of the time, or a business of its own each time.
 */
export const stageOf = async (changing: Changing): Promise<() => Promise<Arranged>> => {
  if (!isOfTables(changing)) return async () => (await arranged(changing))();
  const again = await arranged(changing);
  const restore = await keep(machine);
  await settled();
  return async () => {
    await restore();
    return again();
  };
};

/** Lets workers do what a trial, or an arrangement, has left for them. */
export const settled = (): Promise<void> => clock.advance(between_ms);

/** The worker that redacts emits the event. */
const emitsLater: ReadonlySet<string> = new Set(['customers.redact of a closed customer']);

/** Makes the call of a case with nothing in its way; resolves to the business. */
const spared = async (changing: Changing, { business, send }: Arranged): Promise<string> => {
  const before = await stateOf(tables, business);
  const asked = faults.add({ ...functionOf(changing), effect: { until: Promise.resolve() } });
  const answer = await send();
  asked.remove();
  assert.deepEqual(
    [answer.status, asked.hits],
    [changing.it.status, countOf(changing)],
    answer.text,
  );
  if (!emitsLater.has(nameOf(changing)))
    assert.deepEqual(versionsWithoutEvent(before, await stateOf(tables, business)), []);
  return business;
};

/** Makes the call of a case while one thing that it asks of AWS is struck, and then again; resolves to the business. */
const struck = async (
  changing: Changing,
  strike: Strike,
  { business, send }: Arranged,
): Promise<string> => {
  const { it } = changing;
  const fault = faults.add({ ...strike, ...functionOf(changing) });
  const first = await send();
  fault.remove();
  assert.equal(fault.hits, 1, 'it is struck');
  if (passing.has(strike.effect) && !it.startsAgain)
    assert.equal(first.status, it.status, `the first answer is no success: ${first.text}`);
  let again = await send();
  if (it.startsAgain && again.body?.code === 'unavailable') again = await send();
  assert.ok([it.status, it.afterwards].includes(again.status), again.text);
  if (first.status < 300)
    assert.deepEqual([it.afterwards ?? first.status, seen(first)], [again.status, seen(again)]);
  else assert.ok(first.status >= 500, first.text);
  return business;
};

/** The part of an answer that a retry repeats; a secret is shown once, a link is a fresh one, and a refusal shows nothing. */
const seen = (answer: Answer): string | undefined => {
  const { status, text } = lasting(answer);
  if (status >= 300 || text === '') return undefined;
  const shown = JSON.parse(text);
  const once = { secret: undefined, secret_key: undefined, upload: undefined };
  // The address of an onboarding link contains its token.
  return JSON.stringify({
    ...shown,
    ...once,
    ...(shown.object === 'onboarding_link' && { url: undefined }),
  });
};

/**
 * The faults of a change after each strike, a line each: it has had its one effect and one answer,
 * or it is here.
 */
export const wrongWith = async (changing: Changing): Promise<string[]> => {
  const waits = waitsForWorkers.has(nameOf(changing));
  if (!waits) mappings.pause(relay);
  try {
    const begin = await stageOf(changing);
    /** All that there is, where the next trial takes it away. */
    const seenNow = async () => {
      if (!isOfTables(changing)) return undefined;
      await settled();
      return footprintsIn(tables);
    };
    const whole = await spared(changing, await begin()).catch((error) => error as Error);
    if (typeof whole !== 'string') return [`${nameOf(changing)}: ${whole.message}`];
    const leftWhole = await seenNow();
    const trials: {
      readonly business?: string;
      readonly error?: unknown;
      readonly strike: Strike;
      readonly left: Footprints | undefined;
    }[] = [];
    for (const strike of strikesOf(changing)) {
      const outcome = await struck(changing, strike, await begin()).then(
        (business) => ({ business }),
        (error) => ({ error }),
      );
      trials.push({ strike, ...outcome, left: await seenNow() });
    }
    const atEnd = await footprintsIn(tables);
    const spare = (leftWhole ?? atEnd).get(whole)?.join() ?? '';
    assert.notEqual(spare, '');
    return trials.flatMap(({ strike: { effect, nth }, business = '', error, left = atEnd }) => {
      const what = `${nameOf(changing)}, ${effect} at call ${nth}`;
      if (error) return [`${what}: ${(error as Error).message}`];
      const own = left.get(business)?.join() ?? '';
      return own === spare ? [] : [`${what} leaves ${own} and not ${spare}`];
    });
  } finally {
    // Looking at everything there is must stay cheap.
    await deleteItems();
    mappings.resume(relay);
  }
};

type Footprints = Awaited<ReturnType<typeof footprintsIn>>;

/** The function of a change, as faults name it. */
export const functionOf = ({ route }: Changing): Pick<FaultRule, 'function'> => ({
  function: functionName('sandbox', route.id),
});
