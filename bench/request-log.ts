/**
 * Whether the request log has every call of a load: businesses that read, write, err and exceed
 * their rate, while now and then a function dies before its write. A share of the calls is looked
 * for in the log until it is there. When the log is quiet, what it lists of each business is
 * compared with the answers. Fails if one is missing, there twice or different. A call whose
 * authorizer fails has no tenant: it is missing, and so is the figure of a machine that is too
 * busy.
 * Run: `npm run assembly && npx node bench/request-log.ts`; SECONDS says how long, by default 600.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '../bin/command-line.ts';
import { recordRequests } from '../functions/app/jobs/jobs.ts';
import { createCustomer, updateCustomer } from '../functions/identity/customers/routes.ts';
import { functionName } from '../lib/environments.ts';
import { type Answer, type Call, callerOf } from '../test/helpers/call.ts';
import { aTenant, type Tenant } from '../test/helpers/fixtures/tenants.ts';
import { pick, randomFrom } from '../test/helpers/random.ts';
import type { Results } from './figures.ts';
import { customer, ownAssembly, startSandbox } from './local-run.ts';
import { percentile } from './samples.ts';

readCommandLine({
  usage: `npx node bench/request-log.ts

Measures the request log, after \`npm run assembly\`.`,
});

const seconds = Number(process.env.SECONDS ?? 600);
const calls_per_second = 20;
const businesses_count = 3;
const death_every = 300;
const burst_every = 1200;
const burst_calls = 300;
const looked_for_every = 10;
const look_ms = 50;
const look_seconds_max = 60;
const quiet_ms = 5_000;

type Business = Tenant & {
  /** Status of each answer by request id: what the log must have. */
  readonly answered: Map<string, number>;
  readonly customers: string[];
};

const random = randomFrom(1);
// With the rates of a deployment.
const local = await startSandbox({ assembly: ownAssembly.replace(/assembly$/, 'assembly-plain') });
const businesses: Business[] = [];
while (businesses.length < businesses_count)
  businesses.push({ ...(await aTenant(local)), answered: new Map(), customers: [] });
local.logSubscriptions.resume();

const idOf = ({ headers }: Answer): string => headers['x-request-id'] ?? '';

/** Makes a call and keeps its answer. */
const ask = async ({ call, answered }: Business, said: Call): Promise<Answer> => {
  const answer = await call(said);
  answered.set(idOf(answer), answer.status);
  return answer;
};

const create = async (business: Business): Promise<Answer> => {
  const answer = await ask(business, { method: 'POST', path: '/customers', body: customer });
  if (answer.status === 201) business.customers.push(answer.body.id);
  return answer;
};

const one = ({ customers }: Business): string => `/customers/${pick(random, customers)}`;

type Act = (business: Business) => Promise<Answer>;

const getOne: Act = (business) => ask(business, { method: 'GET', path: one(business) });

/** The actions of callers, each as often as the others. */
const mix: readonly Act[] = [
  create,
  create,
  getOne,
  getOne,
  (business) => ask(business, { method: 'GET', path: '/customers', query: [['limit', '10']] }),
  (business) => ask(business, { method: 'GET', path: '/events', query: [['limit', '10']] }),
  (business) =>
    ask(business, {
      method: 'PATCH',
      path: one(business),
      body: { metadata: { at: `${random()}` } },
    }),
  (business) =>
    ask(business, { method: 'POST', path: '/customers', body: { type: 'individual', age: 3 } }),
  (business) => ask(business, { method: 'GET', path: '/cards/crd_00000000000000000000000000' }),
  async (business) => {
    // A retry with its key: the answer is that of the first.
    const headers = { 'idempotency-key': randomUUID() };
    await ask(business, { method: 'POST', path: '/customers', body: customer, headers });
    return ask(business, { method: 'POST', path: '/customers', body: customer, headers });
  },
  // Nobody's: it must be in no log.
  ({ baseUrl }) =>
    callerOf(baseUrl, `sk_sandbox_${'0'.repeat(38)}`)({ method: 'GET', path: '/customers' }),
];

/** Looks until the log has the request of an answer: the seconds from the answer on. */
const late = async (business: Business, answer: Answer): Promise<number> => {
  const answeredAt = performance.now();
  const waited = (): number => (performance.now() - answeredAt) / 1000;
  const id = idOf(answer);
  while ((await ask(business, { method: 'GET', path: `/requests/${id}` })).status !== 200) {
    if (waited() > look_seconds_max)
      throw new Error(`${id} is not in the log after ${look_seconds_max} s.`);
    // Few looks where the machine is late with everything.
    await pause(waited() < 1 ? look_ms : 10 * look_ms);
  }
  return waited();
};

type Logged = { readonly id: string; readonly route: string; readonly status: number };

/** All that the log lists of a business, newest first. */
const logged = async ({ call }: Business): Promise<Logged[]> => {
  const found: Logged[] = [];
  let cursor: string | null = null;
  do {
    const query = Object.entries({ limit: '100', ...(cursor !== null && { cursor }) });
    const { body, status, text } = await call({ method: 'GET', path: '/requests', query });
    if (status !== 200) throw new Error(text);
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return found;
};

/** The faults that a business finds in its log: a line for each request. */
const differences = ({ answered }: Business, there: readonly Logged[]): string[] => {
  const byId = Map.groupBy(there, ({ id }) => id);
  const wrong = [...answered].flatMap(([id, status]) => {
    const found = byId.get(id)?.map((one) => one.status) ?? [];
    return found.length === 1 && found[0] === status
      ? []
      : [`${id}: answered ${status}, logged ${found.join() || 'never'}`];
  });
  // The last reads of the log are in it, and are not among the answers.
  const more = there.filter(({ id, route }) => route !== '/requests' && !answered.has(id));
  return [...wrong, ...more.map(({ id, status }) => `${id}: logged ${status}, answered to nobody`)];
};

/** The log when no more of it comes. */
const quiet = async (business: Business): Promise<Logged[]> => {
  const there = await logged(business);
  await pause(quiet_ms);
  const later = await logged(business);
  return differences(business, later).length === differences(business, there).length
    ? later
    : quiet(business);
};

for (const business of businesses) while (business.customers.length < 5) await create(business);
const [underWay, lates, never] = [new Set<Promise<unknown>>(), [] as number[], [] as unknown[]];

/** Starts a call, and looks for its answer in the log if it is one of those. */
const start = (business: Business, act: Act, isLookedFor = false): void => {
  const call: Promise<unknown> = act(business)
    .then(async (answer) => {
      if (isLookedFor && business.answered.has(idOf(answer)))
        lates.push(await late(business, answer));
    })
    .catch((error) => never.push(error))
    .finally(() => underWay.delete(call));
  underWay.add(call);
};

/** More calls at once than the plan allows. API Gateway knows the key by then, so that no authorizer fails of so many. */
const burst = async (business: Business): Promise<void> => {
  await getOne(business);
  for (let nth = 0; nth < burst_calls; nth += 1) start(business, getOne);
};

const writing = [createCustomer, updateCustomer]
  .map(({ id }) => functionName('sandbox', id))
  .join('|');
const death = {
  function: new RegExp(`^(${writing})$`),
  service: 'dynamodb',
  times: 1,
  effect: 'kill-before',
} as const;
const startedAt = performance.now();
const recorded = await local.recorder.during(async () => {
  for (let index = 1; index <= seconds * calls_per_second; index += 1) {
    await pause(Math.max(0, startedAt + (index * 1000) / calls_per_second - performance.now()));
    const business = businesses[index % businesses_count] as Business;
    if (index % death_every === 0) local.faults.add(death);
    if (index % burst_every === 0) await burst(business);
    start(business, pick(random, mix), index % looked_for_every === 0);
  }
  await Promise.all(underWay);
});
const took_s = (performance.now() - startedAt) / 1000;

const found: string[] = [];
for (const business of businesses) {
  const there = await quiet(business);
  found.push(...differences(business, there));
  const ids = new Set(there.map(({ id }) => id));
  const both = [...business.answered.keys()].filter((id) => ids.has(id)).length;
  console.log(`${business.tenant_id}: ${business.answered.size} answered, ${both} of them logged`);
}
await local.stop();
const statuses = businesses.flatMap(({ answered }) => [...answered.values()]);
const written = recorded.filter(
  (one) => one.function === functionName('sandbox', recordRequests.id),
);
const units = written.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);
const results: Results = JSON.parse(
  readFileSync(new URL('./results.json', import.meta.url), 'utf8'),
);
console.log({
  calls: statuses.length,
  per_second: statuses.length / took_s,
  different: found.length,
  statuses: Object.fromEntries(
    [...Map.groupBy(statuses, String)].map(([status, all]) => [status, all.length]),
  ),
  late_s_p50: percentile(lates, 0.5),
  late_s_p99: percentile(lates, 0.99),
  looked_for: lates.length,
  units_each: units / statuses.length,
  dollars_per_million_alone: results.costs.taken.request.in_all.median * 1e6,
});
for (const each of [...found, ...never].slice(0, 20)) console.error(each);
process.exitCode = found.length + never.length === 0 ? 0 : 1;
