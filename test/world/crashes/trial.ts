import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { relayEvents } from '../../../functions/app/jobs/jobs.ts';
import { functionName, physicalName } from '../../../lib/environments.ts';
import type { FaultRule } from '../../../local/faults.ts';
import type { Answer } from '../../helpers/call.ts';
import { type Changing, countOf } from '../../helpers/changing-cases.ts';
import { itemOf } from '../../helpers/document-commands.ts';
import { footprintsIn } from '../../helpers/footprint.ts';
import { ask } from '../../helpers/route-cases.ts';
import { lasting } from '../../helpers/rules/suite.ts';
import type { Tables } from '../../helpers/tables.ts';
import { withText } from '../../helpers/with-text.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';
import { itemsIn, keep } from '../kept.ts';
import { world } from '../world.ts';
import { isOfTables, nameOf, passing, type Strike, strikesOf } from './strikes.ts';
import { stateOf, versionsWithoutEvent } from './versions.ts';

const machine = await world();
const { aBusiness, clock, deleteItems, engine, faults, mappings, tables } = machine;
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

/** A business at the point of making a case's call. */
export type Stage = {
  /** Brings it there, as often as it is asked. */
  readonly begin: () => Promise<Arranged>;
  /** Whether all is as at that point. */
  readonly isUntouched: () => Promise<boolean>;
  /** All that there is, where it is taken away when the next one begins. */
  readonly seenNow: () => Promise<Footprints | undefined>;
};

const stages = new Map<Changing, Promise<Stage>>();

/** The stage of a case for all walks over it, which is arranged once. */
export const stageOf = (changing: Changing): Promise<Stage> => {
  const stage = stages.get(changing) ?? newStage(changing);
  stages.set(changing, stage);
  return stage;
};

/** The stage of a case for the last walk over it: nothing is kept of it here. */
export const lastStageOf = (changing: Changing): Promise<Stage> => {
  const stage = stageOf(changing);
  stages.delete(changing);
  return stage;
};

/** The same business each time with all tables as they were, which takes a fraction of the time, or a business of its own each time. */
const newStage = async (changing: Changing): Promise<Stage> => {
  if (!isOfTables(changing))
    return {
      begin: async () => (await arranged(changing))(),
      isUntouched: async () => false,
      seenNow: async () => undefined,
    };
  const again = await arranged(changing);
  const { isUnchanged, restore } = await keep(machine);
  await settled();
  const begin = async () => {
    await restore();
    clock.take(between_ms);
    return again();
  };
  return { begin, isUntouched: isUnchanged, seenNow: () => footprintsIn(stored) };
};

/** Lets workers do what a trial, or an arrangement, has left for them. */
const settled = (): Promise<void> => clock.advance(between_ms);

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

/** A call of a case that was struck, and what was left when it was repeated. */
type Trial = {
  readonly befell: readonly Strike[];
  readonly business: string;
  readonly error?: Error;
  readonly left: Footprints | undefined;
};

/**
 * Makes the call of a case while one thing that it asks of AWS is struck, and then again. Where a strike has left everything as
 * it was, the next one that waits befalls the repeat.
 */
const struck = async (
  changing: Changing,
  waiting: Strike[],
  { begin, isUntouched, seenNow }: Stage,
): Promise<Trial> => {
  const { business, send } = await begin();
  const befell: Strike[] = [];
  try {
    let first: Answer;
    do {
      const strike = waiting.shift() ?? assert.fail('no strike waits');
      befell.push(strike);
      first = await struckOnce(changing, strike, send);
    } while (first.status >= 500 && waiting.length > 0 && (await isUntouched()));
    await repeat(changing, first, send);
    return { befell, business, left: await seenNow() };
  } catch (error) {
    return { befell, business, error: error as Error, left: undefined };
  }
};

/** Makes the call of a case while one thing that it asks of AWS is struck. */
const struckOnce = async (
  changing: Changing,
  strike: Strike,
  send: Arranged['send'],
): Promise<Answer> => {
  const fault = faults.add({ ...strike, ...functionOf(changing) });
  const first = await send();
  fault.remove();
  assert.equal(fault.hits, 1, 'it is struck');
  if (passing.has(strike.effect) && !changing.it.startsAgain)
    assert.equal(first.status, changing.it.status, `no success at first: ${first.text}`);
  if (first.status >= 300) assert.ok(first.status >= 500, first.text);
  return first;
};

/** Makes a call again that was struck at first. */
const repeat = async ({ it }: Changing, first: Answer, send: Arranged['send']): Promise<void> => {
  let again = await send();
  if (it.startsAgain && again.body?.code === 'unavailable') again = await send();
  assert.ok([it.status, it.afterwards].includes(again.status), again.text);
  if (first.status < 300)
    assert.deepEqual([it.afterwards ?? first.status, seen(first)], [again.status, seen(again)]);
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
    const stage = await stageOf(changing);
    const whole = await spared(changing, await stage.begin()).catch((error) => error as Error);
    if (typeof whole !== 'string') return [`${nameOf(changing)}: ${whole.message}`];
    const leftWhole = await stage.seenNow();
    const [waiting, trials]: [Strike[], Trial[]] = [strikesOf(changing), []];
    while (waiting.length > 0) trials.push(await struck(changing, waiting, stage));
    const atEnd = await footprintsIn(stored);
    const spare = (leftWhole ?? atEnd).get(whole)?.join() ?? '';
    assert.notEqual(spare, '');
    return trials.flatMap(({ befell, business, error, left = atEnd }) => {
      const strikes = befell.map(({ effect, nth }) => `${effect} at call ${nth}`).join(', then ');
      const what = `${nameOf(changing)}, ${strikes}`;
      if (error) return [`${what}: ${error.message}`];
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

/** The tables past the clients of AWS, which would take four times as long. */
const stored: Pick<Tables, 'items'> = {
  items: async (table) => {
    const found = await itemsIn(engine, physicalName('sandbox', table));
    return found.map((item) => withText(table, itemOf(item)));
  },
};

/** The function of a change, as faults name it. */
export const functionOf = ({ route }: Changing): Pick<FaultRule, 'function'> => ({
  function: functionName('sandbox', route.id),
});
