import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { areas, handlerFile, resources } from '../../functions/app/areas.ts';
import { workers } from '../../functions/app/jobs/jobs.ts';
import { everyRoute } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { pathsOf } from '../helpers/paths.ts';

/** Pairs of resources within an area of which the earlier one imports the later one. */
const pairs_back_max = 6;

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

test('few resources import a later one of their area', () => {
  // A handler may use any, and so may the declaration of its route.
  const handlers = new Set([...everyRoute, ...workers].map(({ id }) => handlerFile(id)));
  const isFree = (path: string) => handlers.has(path) || path.endsWith('routes.ts');
  const resourceOf = (path: string) => resources.indexOf(path.split('/')[2] ?? '');
  const back = imports.filter(({ from, to }) => {
    const [earlier, later] = [resourceOf(from), resourceOf(to)];
    return (
      from.split('/')[1] === to.split('/')[1] && !isFree(from) && earlier >= 0 && earlier < later
    );
  });
  const pairs = new Set(
    back.map(({ from, to }) => [from, to].map((path) => path.split('/')[2]).join(' → ')),
  );
  assert.ok(pairs.size <= pairs_back_max, [...pairs].join('\n'));
});

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
