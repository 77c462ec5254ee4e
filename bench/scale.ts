/**
 * What a business of a million customers waits for one of them, for its newest ones and for a page far down its list,
 * beside one of a thousand: two services on this machine, asked by turns through the API. The customers are copies of one
 * that the API made, put into the engine's file under ids of their own while nothing runs.
 * Run: `npm run assembly && node bench/scale.ts`; another count than a million may follow.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { registerBusiness } from '../bin/start/business.ts';
import { interleaved, mediansOf, type Spread, spread } from './interleaved.ts';
import { type Caller, callerOf, customer, startSandbox } from './local-run.ts';
import { keepResults } from './results.ts';

const [few, many] = [1_000, Number(process.argv[2] ?? 1_000_000)];
const calls = 40;
const repetitions = 15;
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

/** Copies what the engine keeps of a resource, in its table and in every index. */
const multiply = (folder: string, id: string, count: number): void => {
  const database = new DatabaseSync(join(folder, 'dynamodb.sqlite'));
  const tables = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%-resources%'`)
    .all();
  for (const { name } of tables) {
    const rows = database.prepare(`SELECT * FROM "${name}" WHERE item_json LIKE ?`).all(`%${id}%`);
    for (const row of rows) {
      const columns = Object.keys(row);
      const insert = database.prepare(
        `INSERT INTO "${name}" (${columns}) VALUES (${columns.map(() => '?')}) ON CONFLICT DO NOTHING`,
      );
      database.exec('BEGIN');
      for (let index = 1; index < count; index += 1) {
        const copy = copyOf(id, index);
        insert.run(
          ...Object.values(row).map((value) => (typeof value === 'string' ? value.replaceAll(id, copy) : value)),
        );
      }
      database.exec('COMMIT');
    }
  }
  database.close();
};

/** A service whose one business has so many customers, and how it is asked. */
const started = async (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'scale-'));
  const empty = await startSandbox({ folder });
  const { secret_key } = await registerBusiness(empty, 'sandbox', { name: 'Bench', email: 'bench@example.com' });
  const { id } = await callerOf(empty, secret_key)('POST', 'customers', customer);
  await empty.stop();
  multiply(folder, id, count);
  const local = await startSandbox({ folder });
  const call = callerOf(local, secret_key);
  const stop = async () => {
    await local.stop();
    rmSync(folder, { recursive: true });
  };
  return { call, deep: await pageDeep(call), idOf: (index: number) => copyOf(id, 1 + (index % (count - 1))), stop };
};

const pageDeep = async (call: Caller): Promise<string> => {
  let path = `customers?limit=${page_items}`;
  for (let page = 0; page < pages_deep; page += 1) {
    const { next_cursor } = await call('GET', path);
    path = `customers?limit=${page_items}&cursor=${encodeURIComponent(next_cursor ?? '')}`;
  }
  return path;
};

const services = [
  { name: 'thousand', ...(await started(few)) },
  { name: 'many', ...(await started(many)) },
] as const;
const asked = {
  get: ({ call, idOf }: (typeof services)[number], index: number) => call('GET', `customers/${idOf(index * 7_919)}`),
  newest: ({ call }: (typeof services)[number]) => call('GET', 'customers'),
  deep: ({ call, deep }: (typeof services)[number]) => call('GET', deep),
};
/** Milliseconds of a call, of calls a second. */
const msOf = ({ p10, median, p90 }: Spread = spread([])): Spread => ({
  p10: 1000 / p90,
  median: 1000 / median,
  p90: 1000 / p10,
});

const figures: Record<string, object | number> = { repetitions, calls, customers: { few, many } };
for (const [what, ask] of Object.entries(asked)) {
  const contestants = services.map((service) => ({
    name: service.name,
    run: async () => {
      for (let index = 0; index < calls; index += 1) await ask(service, index);
    },
  }));
  const [small, big] = await interleaved(contestants, calls, repetitions);
  // How much slower of a million is how much faster of a thousand: the last contestant is the measure.
  const spreads = {
    ms_few: msOf(small?.per_second),
    ms_many: msOf(big?.per_second),
    ratio: small?.ratio ?? spread([]),
  };
  figures[what] = { ...mediansOf(spreads, 2), spreads };
}
console.log(figures);
if (process.argv[2] === undefined) keepResults('scale', figures);
for (const { stop } of services) await stop();
