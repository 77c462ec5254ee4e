import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, runScripts } from '../bin/command-line.ts';
import { scheduledKinds } from '../functions/app/jobs/scheduled-kinds.ts';
import { readAssembly } from '../local/assembly.ts';
import { keysOf } from '../local/kms/keys.ts';
import type { Local } from '../local/start.ts';
import { aCustomer } from './helpers/fixtures/customers.ts';
import { aTenant } from './helpers/fixtures/tenants.ts';
import { allCases, ask } from './helpers/route-cases.ts';
import { keptSecretOf } from './helpers/stored/kept-keys.ts';
import { type StoredKind, storedKinds } from './helpers/stored/kinds.ts';
import { queuesOfKinds, requestLines, watchMessages } from './helpers/stored/messages.ts';
import { rareStates } from './helpers/stored/rare.ts';
import {
  fromDynamoJson,
  nothingSeen,
  type Seen,
  type Sighting,
  scanned,
  watchPuts,
} from './helpers/stored/seen.ts';
import { startTimeScaled, timeScaledAssembly } from './helpers/time-scaled.ts';
import { work } from './helpers/work-of-workers.ts';

readCommandLine({
  usage: `npm run store-fixtures -- <release>

Stores items of this release as fixtures.`,
  words: 'any',
});

// Stores one item of each kind and state as the code of today writes it: `npm run store-fixtures -- before-0.2.0`. It stores
// a message of each kind, lines of requests and cursors too. All later code is tested with them. A folder is written once,
// and no file in it is ever edited.

const [release] = process.argv.slice(2);
if (!release) throw new Error('Name the folder, such as before-0.2.0.');
const target = fileURLToPath(new URL(`fixtures/stored/${release}/`, import.meta.url));
if (existsSync(target)) throw new Error(`${target} exists: what it holds is never written again.`);
runScripts(['bin/assemblies.ts']);

/** Makes everything that a route or a worker makes. */
const makeAll = async (local: Local, seen: Seen): Promise<void> => {
  for (const { route, it } of allCases) {
    const tenant = await aTenant(local);
    const said = await it.arrange(tenant);
    await scanned(local, seen, tenant.tenant_id);
    const { status } = await ask(tenant, route, said);
    if (status !== it.status) console.error(`${route.id} ${it.name}: ${status}`);
  }
  for (const [id, make] of work) {
    console.error(id);
    await make(local, await aTenant(local), 60_000);
    await scanned(local, seen);
  }
};

/** The kept items of each kind: one of each state, and behind them those that they name. */
const keptOf = ({ byKey, byState }: Seen): Map<StoredKind, Sighting[]> => {
  const kept = new Set(byState.values());
  const byId = Map.groupBy(byKey.values(), ({ item }) => String(item.sk?.S ?? ''));
  for (const { item } of kept) {
    const [tenant = ''] = String(item.pk.S).split('/');
    for (const id of JSON.stringify(item).match(/\b[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g) ??
      []) {
      const isOwn = (one: Sighting) => String(one.item.pk.S).startsWith(`${tenant}/`);
      for (const one of byId.get(id)?.filter(isOwn) ?? []) kept.add(one);
    }
  }
  return Map.groupBy(kept, ({ kind }) => kind);
};

/** A cursor of lists that everybody can read, with what it is valid for. */
const cursorsOf = async (local: Local): Promise<object[]> => {
  const tenant = await aTenant(local);
  for (const _ of Array(2)) await aCustomer(tenant);
  const cursors = ['/customers', '/events'].map(async (path) => {
    const query = [['limit', '1']] as const;
    const { body } = await tenant.call({ method: 'GET', path, query });
    const { tenant_id } = tenant;
    return { tenant_id, path, made_at: new Date().toISOString(), cursor: body.next_cursor };
  });
  return Promise.all(cursors);
};

const missingOf = ({ byState }: Seen): string[] => {
  const words = [...byState].map(([key]) => key.split(' '));
  return Object.entries(storedKinds).flatMap(([kind, { states }]) =>
    states
      .filter((state) => !words.some(([of, ...found]) => of === kind && found.includes(state)))
      .map((state) => `${kind} ${state}`),
  );
};

/** Key material that a test of later code knows as well. */
const keysFor = (): Readonly<Record<string, string>> => {
  const { all } = keysOf(readAssembly(timeScaledAssembly()).resources);
  return Object.fromEntries(all.map(({ id }) => [id, keptSecretOf(id).toString('base64')]));
};

const folder = mkdtempSync(join(tmpdir(), 'stored-'));
const keys = keysFor();
writeFileSync(join(folder, 'kms-keys.json'), JSON.stringify(keys), { mode: 0o600 });
const seen = nothingSeen();
const local = await startTimeScaled({ memory: false, folder, environments: ['sandbox', 'live'] });
const messages = watchMessages(local);
let others: Readonly<Record<string, unknown>> = {};
try {
  watchPuts(local, seen);
  local.logSubscriptions.resume();
  await makeAll(local, seen);
  await rareStates(local, seen);
  await scanned(local, seen);
  others = { cursors: await cursorsOf(local), 'log-lines': requestLines(local) };
} finally {
  await local.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const [kind, { message }] of Object.entries(scheduledKinds)) {
  // A token is sent to its worker only after its issuer did not answer.
  const found = [...seen.byState.values()].find((one) => one.kind === kind);
  if (found && kind in queuesOfKinds && !messages.has(kind as never))
    messages.set(kind as never, message(fromDynamoJson(found.item)));
}
const unsent = Object.keys(queuesOfKinds).filter((kind) => !messages.has(kind as never));
const missing = [...missingOf(seen), ...unsent.map((kind) => `message ${kind}`)];
if (seen.unknown.size > 0)
  console.error(`Of no kind: ${[...seen.unknown].slice(0, 20).join('; ')}`);
if (missing.length > 0) console.error(`Not seen: ${missing.join('; ')}`);
if (missing.length + seen.unknown.size > 0 && !process.env.PARTIAL) process.exit(1);
mkdirSync(target, { recursive: true });
const write = (name: string, content: unknown) =>
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
write('kms-keys', keys);
write('queue-messages', Object.fromEntries(messages));
for (const [name, content] of Object.entries(others)) write(name, content);
for (const [kind, all] of keptOf(seen)) {
  const byState = Object.groupBy(all, ({ state }) => state);
  const items = Object.entries(byState).map(([state, some = []]) => [
    state,
    some.map(({ item }) => item),
  ]);
  write(kind.replaceAll('_', '-'), Object.fromEntries(items));
}
runScripts(['node_modules/@biomejs/biome/bin/biome', 'format', '--write', target]);
