import { setTimeout as pause } from 'node:timers/promises';
import { type Receipt, startEndpoint } from '../../bench/local-run.ts';
import { percentile } from '../../bench/samples.ts';
import { readCommandLine } from '../../bin/command-line.ts';
import { until } from '../../local/test/helpers/until.ts';
import { randomFrom } from '../helpers/random.ts';
import { startTimeScaled } from '../helpers/time-scaled.ts';
import { striking } from './strikes.ts';
import { aBusinessUnderLoad, type Business, callOnce, type Statuses } from './traffic.ts';

readCommandLine({
  usage: `npx node test/load/run.ts [seconds]

Loads the service for so many seconds, 600 unless said.`,
  words: 'any',
});

// `npx node test/load/run.ts [seconds]`: mixed traffic of three businesses for ten minutes unless
// an argument says otherwise, so many calls a second whether earlier ones were answered or not.
// Meanwhile every ten seconds something else goes wrong. It fails unless each 5xx is the answer of
// a function that was killed on purpose, everything is there exactly once, every event has arrived
// and memory has stopped growing.

const seconds = Number(process.argv[2] ?? 600);
const calls_a_second = 20;
const strike_every_ms = 10_000;
const businesses_under_load = 3;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1e6);

const faultsFound: string[] = [];
const demand = (held: boolean, what: string): void => {
  if (!held) faultsFound.push(what);
};

/** The things that were made are there, and nothing else. */
const demandSame = (what: string, there: readonly string[], made: Iterable<string>): void => {
  const wanted = new Set(made);
  const missing = [...wanted].filter((id) => !there.includes(id));
  const surplus =
    there.length - new Set(there).size + [...new Set(there)].filter((id) => !wanted.has(id)).length;
  demand(missing.length === 0, `${what}: ${missing.length} are missing, ${missing[0]} first`);
  demand(surplus === 0, `${what}: ${surplus} more than were made`);
};

/** Events of a resource are numbered without a gap, and each came to the endpoint. */
const demandEvents = async (
  { client, tenant_id }: Business,
  received: readonly Receipt[],
): Promise<number> => {
  const numbers = new Map<string, number[]>();
  const ids: string[] = [];
  for await (const { id, sequence, data } of client.events.list({ query: { limit: 100 } })) {
    ids.push(id);
    const resource = String(data.id);
    numbers.set(resource, [...(numbers.get(resource) ?? []), sequence]);
  }
  for (const [resource, of] of numbers)
    demand(
      Math.max(...of) - Math.min(...of) + 1 === of.length,
      `${resource} has a gap in ${of.sort((a, b) => a - b)}`,
    );
  const arrived = () => new Set(received.map(({ event_id }) => event_id));
  const missing = (come: ReadonlySet<string>) => ids.filter((id) => !come.has(id));
  await until(() => missing(arrived()).length === 0, 'every event has arrived', 300_000).catch(() =>
    demand(false, `${tenant_id}: events that never arrived: ${missing(arrived())}`),
  );
  return ids.length;
};

const demandThings = async ({ client, customers, cards, tenant_id }: Business): Promise<void> => {
  const ids = async (list: AsyncIterable<{ readonly id: string }>) => {
    const all: string[] = [];
    for await (const { id } of list) all.push(id);
    return all;
  };
  const query = { limit: 100 };
  demandSame(`customers of ${tenant_id}`, await ids(client.customers.list({ query })), customers);
  demandSame(`cards of ${tenant_id}`, await ids(client.cards.list({ query })), cards.keys());
  for (const [card_id, answered] of cards) {
    const params = { card_id };
    demandSame(
      `authorizations of ${card_id}`,
      await ids(client.authorizations.list({ params, query })),
      answered,
    );
  }
};

const local = await startTimeScaled();
const endpoint = await startEndpoint();
const statuses: Statuses = new Map();
const random = randomFrom(seed);
const businesses: Business[] = [];
while (businesses.length < businesses_under_load)
  businesses.push(await aBusinessUnderLoad(local, statuses, `${endpoint.origin}/hook`));

const strikes = striking(local.faults);
const [began, underWay, waited_ms, memory]: [number, Set<Promise<unknown>>, number[], number[]] = [
  performance.now(),
  new Set(),
  [],
  [],
];
const striker = setInterval(strikes.next, strike_every_ms);
const watch = setInterval(() => memory.push(megabytes()), strike_every_ms);
for (let index = 0; index < seconds * calls_a_second; index += 1) {
  await pause(Math.max(0, began + (index * 1000) / calls_a_second - performance.now()));
  const business = businesses[index % businesses.length] as Business;
  const asked = performance.now();
  const call: Promise<unknown> = callOnce(business, random)
    .then(() => waited_ms.push(performance.now() - asked))
    .catch((error) => demand(false, `a call failed for good: ${error}`))
    .finally(() => underWay.delete(call));
  underWay.add(call);
}
clearInterval(striker);
clearInterval(watch);
await Promise.all(underWay);
local.faults.clear();

for (const business of businesses) await demandThings(business);
const events = await Promise.all(
  businesses.map((business) => demandEvents(business, endpoint.received)),
);
const counted = strikes.counted();
const refused = [...statuses]
  .filter(([status]) => status >= 500)
  .reduce((sum, [, count]) => sum + count, 0);
demand(
  refused <= counted.requests_killed,
  `${refused} answers of 5xx, and ${counted.requests_killed} functions killed`,
);
const middle = memory.slice(Math.floor(memory.length * 0.5), Math.ceil(memory.length * 0.75));
const last = memory.slice(Math.floor(memory.length * 0.75));
const grown = (percentile(last, 0.5) ?? 0) / (percentile(middle, 0.5) ?? 1);
demand(memory.length < 20 || grown < 1.1, `memory still grows: ${grown.toFixed(2)} of what it was`);
console.log({
  seed,
  calls: waited_ms.length,
  calls_a_second,
  statuses: Object.fromEntries([...statuses].sort()),
  call_ms: { p50: percentile(waited_ms, 0.5), p99: percentile(waited_ms, 0.99) },
  ...counted,
  customers: businesses.reduce((sum, { customers }) => sum + customers.size, 0),
  events: events.reduce((sum, count) => sum + count, 0),
  received: endpoint.received.length,
  memory_mb: memory.filter((_, index) => index % 6 === 5),
});
endpoint.stop();
await local.stop();
for (const each of faultsFound.slice(0, 20)) console.error(each);
process.exitCode = faultsFound.length === 0 ? 0 : 1;
