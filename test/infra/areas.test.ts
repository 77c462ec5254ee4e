import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { areas, handlerFile } from '../../functions/app/areas.ts';
import { workers } from '../../functions/app/jobs/jobs.ts';
import { everyRoute } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { pathsOf } from '../helpers/paths.ts';

/** The imports of a later resource by an earlier one of its area. This list only ever gets shorter. */
const importsBack = [
  'cards → issuers',
  'card-tokens → issuers',
  'verifiers → verifications',
  'webhooks → deliveries',
  'webhooks → recoveries',
  'events → deliveries',
];

/** An import of one file of functions/ by another, types included. */
type Import = { readonly from: string; readonly to: string };

const imports: readonly Import[] = pathsOf('functions/**/*.ts').flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(/\b(?:from|import)[\s(]*'(\.[^']+)'/g)].map(
    ([, path = '']) => ({
      from,
      to: join(dirname(from), path),
    }),
  ),
);

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

test('each folder of functions/ is an area, and each folder of an area one of its resources', () => {
  assert.deepEqual(folders('functions').toSorted(), Object.keys(areas).toSorted());
  assert.deepEqual(
    readdirSync('functions').filter((name) => name.endsWith('.ts')),
    [],
  );
  for (const [area, listed] of Object.entries(areas).slice(1))
    assert.deepEqual(folders(`functions/${area}`).toSorted(), [...listed].toSorted(), area);
});

test('a resource imports none that comes later in its area, but for those of a fixed list', () => {
  // A handler may use any.
  const handlers = new Set([...everyRoute, ...workers].map(({ id }) => handlerFile(id)));
  const order: Readonly<Record<string, readonly string[]>> = areas;
  const found = imports.flatMap(({ from, to }) => {
    const [[area = '', one = ''], [otherArea, other = '']] = [foldersIn(from), foldersIn(to)];
    const [earlier = -1, later = -1] = [one, other].map((name) => order[area]?.indexOf(name));
    const runsBack = area === otherArea && earlier >= 0 && earlier < later;
    return runsBack && !handlers.has(from) ? [{ pair: `${one} → ${other}`, from }] : [];
  });
  assert.deepEqual(
    found.filter(({ pair }) => !importsBack.includes(pair)),
    [],
    'Move what the earlier resource imports, or the order of functions/app/areas.ts.',
  );
  const pairs = new Set(found.map(({ pair }) => pair));
  assert.deepEqual(
    importsBack.filter((pair) => !pairs.has(pair)),
    [],
    'No file needs these any more: take them off the list.',
  );
});

/** The area and the resource of a file. */
const foldersIn = (path: string): string[] => path.split('/').slice(1, 3);

test('a route that a resource exports exists, in the folder that its id names', async () => {
  const known = new Set<unknown>(everyRoute);
  const exported = pathsOf('functions/*/*/*routes.ts').map(async (path) => {
    const all: Record<string, unknown> = await import(`../../${path}`);
    return Object.values(all).flatMap((one) => (isReachable(one) ? [{ path, route: one }] : []));
  });
  const found = (await Promise.all(exported)).flat();
  assert.deepEqual(
    found.filter(({ route }) => !known.has(route)).map(({ path, route }) => `${path}: ${route.id}`),
    [],
    'Import these files in functions/app/routes.ts.',
  );
  assert.equal(found.length, everyRoute.length);
  assert.deepEqual(
    found.filter(({ path, route }) => dirname(path) !== dirname(handlerFile(route.id))),
    [],
  );
});

/** A function that no method leads to is reachable by nobody. */
const isReachable = (exported: unknown): exported is Route =>
  typeof exported === 'object' &&
  exported !== null &&
  'reachable' in exported &&
  String(exported.reachable) !== '';
