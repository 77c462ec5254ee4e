/**
 * The wait of a business of a million customers, beside one of a thousand: for one customer, for
 * its newest ones and for a page far down its list. Two services on this machine are asked by turns
 * through the API. The customers are copies of one that the API made, put into the engine under
 * other ids while no service runs; once for all passes of a run.
 * Run: `npm run assembly && npx node bench/scale.ts`; CUSTOMERS and REPETITIONS say how many.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../bin/command-line.ts';
import { registerBusiness } from '../bin/start/business.ts';
import { type Core, openCore } from '../local/dynamodb/engine/core.ts';
import { secondsByTurns } from './by-turns.ts';
import { type Caller, callerOf, customer, startSandbox } from './local-run.ts';
import { keepSamples, pass, sharedFolder } from './results.ts';
import { gathered } from './samples.ts';

readCommandLine({
  usage: `npx node bench/scale.ts

Measures calls over a million customers, after \`npm run assembly\`.`,
});

const customers = { few: 1_000, many: Number(process.env.CUSTOMERS ?? 1_000_000) };
const calls = 40;
const repetitions = Number(process.env.REPETITIONS ?? 7);
const repetitions_before = 5;
const page_items = 100;
const pages_deep = 9;

/** Digits of an id that count its copies; those before are of its time. */
const counted_digits = 8;
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

const copyOf = (id: string, index: number): string => {
  let [tail, left] = ['', index];
  while (tail.length < counted_digits) {
    tail = `${digits[left % 32]}${tail}`;
    left = Math.floor(left / 32);
  }
  return `${id.slice(0, -counted_digits)}${tail}`;
};

/** Copies all items of a resource. No reader of the stream learns of them. */
const multiply = (folder: string, id: string, count: number): void => {
  const core = openCore({ file: join(folder, 'dynamodb.sqlite') });
  const { TableNames } = core.call<{ TableNames: readonly string[] }>('ListTables', {});
  for (const table of TableNames.filter((name) => name.endsWith('-resources'))) {
    const { Items } = core.call<{ Items: readonly object[] }>('Scan', { TableName: table });
    for (const item of Items.map((one) => JSON.stringify(one)).filter((one) => one.includes(id)))
      for (let index = 1; index < count; index += batch)
        put(
          core,
          table,
          Array.from({ length: Math.min(batch, count - index) }, (_, at) =>
            item.replaceAll(id, copyOf(id, index + at)),
          ),
        );
  }
  core.close();
};

/** As many as one request may have. */
const batch = 25;

const put = (core: Core, table: string, items: readonly string[]): void => {
  const requests = items.map((item) => ({ PutRequest: { Item: JSON.parse(item) } }));
  core.call('BatchWriteItem', { RequestItems: { [table]: requests } });
  core.trim(
    table,
    { before_ms: Number.POSITIVE_INFINITY, beforeNumber: Number.POSITIVE_INFINITY },
    batch,
  );
};

type BenchBusiness = { readonly secret_key: string; readonly id: string };

/** A service that has stopped, whose one business has so many customers; of another pass where that has made it. */
const prepare = async (folder: string, count: number): Promise<BenchBusiness> => {
  const record = join(folder, 'made.json');
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const empty = await startSandbox({ folder });
  const { secret_key } = await registerBusiness(empty, 'sandbox', {
    name: 'Bench',
    email: 'bench@example.com',
  });
  const { id } = await callerOf(empty, secret_key)('POST', 'customers', customer);
  await empty.stop();
  multiply(folder, id, count);
  writeFileSync(record, JSON.stringify({ secret_key, id }));
  return { secret_key, id };
};

/** The service at work, and how it is asked. */
const started = async (count: number) => {
  const folder = join(sharedFolder, `customers-${count}`);
  const { secret_key, id } = await prepare(folder, count);
  const local = await startSandbox({ folder });
  const call = callerOf(local, secret_key);
  const idOf = (index: number) => copyOf(id, 1 + (index % (count - 1)));
  return { call, deep: await pageDeep(call), idOf, stop: local.stop };
};

type Service = Awaited<ReturnType<typeof started>>;

const pageDeep = async (call: Caller): Promise<string> => {
  let path = `customers?limit=${page_items}`;
  for (let page = 0; page < pages_deep; page += 1) {
    const { next_cursor } = await call('GET', path);
    path = `customers?limit=${page_items}&cursor=${encodeURIComponent(next_cursor ?? '')}`;
  }
  return path;
};

const [few, many] = [await started(customers.few), await started(customers.many)];

/** Milliseconds of a call, and of a million as a share of a thousand. */
const measured = async (ask: (service: Service, index: number) => Promise<unknown>) => {
  const callsOf = (service: Service) => async () => {
    for (let index = 0; index < calls; index += 1) await ask(service, index);
  };
  const rounds = { rounds_before: repetitions_before, rounds: repetitions };
  const taken = await secondsByTurns({ few: callsOf(few), many: callsOf(many) }, rounds);
  const ms = (seconds: number) => (seconds / calls) * 1000;
  return gathered(
    taken.map((each) => ({
      ms_few: ms(each.few),
      ms_many: ms(each.many),
      ratio: each.many / each.few,
    })),
  );
};

keepSamples('scale', {
  repetitions,
  calls,
  customers,
  get: await measured(({ call, idOf }, index) => call('GET', `customers/${idOf(index * 7_919)}`)),
  newest: await measured(({ call }) => call('GET', 'customers')),
  deep: await measured(({ call, deep }) => call('GET', deep)),
});
for (const { stop } of [few, many]) await stop();
if (pass === undefined) rmSync(sharedFolder, { recursive: true });
