import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, runScripts } from '../bin/command-line.ts';
import { readAssembly } from '../local/assembly.ts';
import { keysOf } from '../local/kms/keys.ts';
import type { Local } from '../local/start.ts';
import { aTenant } from './helpers/fixtures/tenants.ts';
import { allCases, ask } from './helpers/route-cases.ts';
import { type StoredKind, storedKinds } from './helpers/stored/kinds.ts';
import { rareStates } from './helpers/stored/rare.ts';
import {
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

// Stores one item of each kind and state as the code of today writes it, for tests of all later code:
// `npm run store-fixtures -- before-0.2.0`. A folder is written once, and no file in it is ever edited.

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
  const { all } = keysOf(readAssembly(timeScaledAssembly).resources);
  const materialOf = (id: string) =>
    createHash('sha256').update(`A key of fixtures: ${id}`).digest('base64');
  return Object.fromEntries(all.map(({ id }) => [id, materialOf(id)]));
};

const folder = mkdtempSync(join(tmpdir(), 'stored-'));
const keys = keysFor();
writeFileSync(join(folder, 'kms-keys.json'), JSON.stringify(keys), { mode: 0o600 });
const seen = nothingSeen();
const local = await startTimeScaled({ memory: false, folder, environments: ['sandbox', 'live'] });
try {
  watchPuts(local, seen);
  local.logSubscriptions.resume();
  await makeAll(local, seen);
  await rareStates(local, seen);
  await scanned(local, seen);
} finally {
  await local.stop();
  rmSync(folder, { recursive: true, force: true });
}
const missing = missingOf(seen);
if (seen.unknown.size > 0)
  console.error(`Of no kind: ${[...seen.unknown].slice(0, 20).join('; ')}`);
if (missing.length > 0) console.error(`Not seen: ${missing.join('; ')}`);
if (missing.length + seen.unknown.size > 0 && !process.env.PARTIAL) process.exit(1);
mkdirSync(target, { recursive: true });
const write = (name: string, content: unknown) =>
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
write('kms-keys', keys);
for (const [kind, all] of keptOf(seen)) {
  const byState = Object.groupBy(all, ({ state }) => state);
  const items = Object.entries(byState).map(([state, some = []]) => [
    state,
    some.map(({ item }) => item),
  ]);
  write(kind.replaceAll('_', '-'), Object.fromEntries(items));
}
