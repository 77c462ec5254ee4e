import assert from 'node:assert/strict';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import { deliveryRules } from './delivery-rules.ts';
import { endpointRules } from './endpoint-rules.ts';
import { eventBook } from './event-rules.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Post } from './receivers.ts';
import { ask, firstCalls, register, tellOf } from './requests.ts';
import type { Rules } from './rules.ts';
import { beginWorld, noFaults, type Process, runningProcess, world } from './world.ts';

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;
/** So many events are paused before the webhook is disabled. */
const paused_count = 12;
/** More turns of the timeline than this for each event would be going round. */
const turns_each_max = 200;

/**
 * A webhook that is disabled for a day in which so many events come, and then enabled. The paused
 * deliveries arrive first and by themselves, the suppressed ones with a recovery, each once, though
 * three processes die on the way. Throws where that is not so; otherwise what it saw, as one line.
 */
export const disabledDay = async (count: number): Promise<string> => {
  const { timeline } = beginWorld(1);
  const [book, posts] = [eventBook(), postBook()];
  const rules = [book, deliveryRules(), endpointRules(), posts];
  const machine = startMachine(10, rules, { turns_max: 10_000 + count * turns_each_max });
  const { wait, until } = waits(machine);
  const tenant_id = await soon(machine, register());
  const body = { url: 'https://day.example.com/hook', event_types: ['customer.created'] };
  const created = await soon(machine, ask('create', { tenant_id, body }));
  const of = { tenant_id, params: { webhook_id: created?.json.id ?? assert.fail('no webhook') } };

  machine.receivers.manners.set('day.example.com', 'failing');
  for (let reported = 0; reported < paused_count; reported++)
    await soon(machine, tellOf(tenant_id, 'customer.created'));
  await wait(10 * minute_ms);
  assert.equal(deliveriesIn(machine, 'paused').length, paused_count);
  await soon(machine, ask('disable', of));
  const since = new Date(timeline.now).toISOString();
  for (let nth = 0; nth < count; nth++)
    timeline.at(
      timeline.now + Math.floor((nth * day_ms) / count),
      () => void tellOf(tenant_id, 'customer.created'),
    );
  await wait(day_ms + 10 * minute_ms);
  assert.equal(deliveriesIn(machine, 'suppressed').length, count);

  const deaths = deathsOf('deliver-webhook');
  machine.receivers.manners.clear();
  posts.forget();
  deaths.at(2);
  await soon(machine, ask('enable', of));
  await until(() => posts.taken() === paused_count, 'what was paused arrives', 60 * minute_ms);
  await wait(60 * minute_ms);
  // Nothing of that day comes by itself.
  assert.equal(posts.taken(), paused_count);

  const recovering = {
    ...of,
    body: { scope: 'missing', since, rate_per_second: Math.min(100, Math.ceil(count / 300)) },
  };
  const asked = await soon(machine, ask('recover', recovering));
  for (const [part, nth] of [
    [0.2, 5],
    [0.6, 4],
  ] as const) {
    await until(() => posts.taken() >= paused_count + part * count, 'the recovery goes on', day_ms);
    deaths.at(nth);
  }
  await until(() => posts.taken() === paused_count + count, 'all arrive', day_ms);
  await wait(day_ms);
  const { status, matched, sent } = recoveryOf(machine, asked?.json.id);
  assert.deepEqual([status, matched, sent], ['completed', count, count]);
  assert.equal(deliveriesIn(machine, 'succeeded').length, paused_count + count);
  assert.deepEqual([...world().violations, ...book.missing(machine.dynamodb)], []);
  // A delivery that came twice is an attempt whose worker died before it wrote the outcome.
  assert.equal(posts.attempts(), paused_count + count);
  assert.equal(deaths.names.length, 3);
  return `${count} missed and ${paused_count} paused came back in ${posts.arrivals()} requests, three processes died: ${deaths.names.join(', ')}`;
};

const deliveriesIn = ({ dynamodb }: Machine, wanted: string): Item[] =>
  dynamodb
    .everything('deliveries')
    .filter(({ sk, status }) => sk === 'delivery' && status === wanted);

const recoveryOf = ({ dynamodb }: Machine, id: string | undefined): Item =>
  dynamodb.everything('deliveries').find((item) => item.id === id) ?? assert.fail('no recovery');

/** The answer, once the timeline has brought it. */
const soon = async <T>(machine: Machine, asked: Promise<T>): Promise<T> => {
  let answer: { readonly value: T } | undefined;
  void asked.then((value) => {
    answer = { value };
  });
  await firstCalls();
  await machine.run(world().timeline.now + minute_ms);
  return answer ? answer.value : assert.fail(`nobody answered: ${world().violations.join()}`);
};

const waits = (machine: Machine) => {
  const wait = async (ms: number) => {
    await machine.run(world().timeline.now + ms);
    assert.deepEqual(world().violations, []);
  };
  const until = async (is: () => boolean, what: string, wait_ms_max: number) => {
    const end = world().timeline.now + wait_ms_max;
    while (!is()) {
      assert.ok(world().timeline.now < end, `${what}: not within ${wait_ms_max} ms`);
      await wait(1_000);
    }
  };
  return { wait, until };
};

/** The requests that arrived at endpoints, by event and by attempt. */
const postBook = () => {
  const [events, attempts] = [new Set<string>(), new Set<string>()];
  let arrivals = 0;
  const arrived = ({ event_id, attempt }: Post) => {
    arrivals += 1;
    events.add(event_id);
    attempts.add(`${event_id} ${attempt}`);
  };
  const rules = { arrived } satisfies Rules;
  return {
    ...rules,
    forget: () => {
      arrivals = 0;
      for (const each of [events, attempts]) each.clear();
    },
    taken: () => events.size,
    attempts: () => attempts.size,
    arrivals: () => arrivals,
  };
};

/** Has processes of a function die, each at a call that one of them makes, before it has its effect or after. */
const deathsOf = (name: string) => {
  const names: string[] = [];
  const calls = new Map<Process, number>();
  let awaited: number | undefined;
  world().faults = {
    ...noFaults,
    get kill() {
      const process = runningProcess();
      if (awaited === undefined || process?.name !== name) return 0;
      const nth = (calls.get(process) ?? 0) + 1;
      calls.set(process, nth);
      if (nth < awaited) return 0;
      awaited = undefined;
      names.push(`${name} at call ${nth}`);
      return 1;
    },
  };
  return {
    names,
    /** The next that makes so many calls. */
    at: (nth: number) => {
      calls.clear();
      awaited = nth;
    },
  };
};
