import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { areas, handlerFile, resources } from '../../functions/app/areas.ts';
import { workers } from '../../functions/app/jobs/jobs.ts';
import { everyRoute } from '../../functions/app/routes.ts';
import { backImports } from '../helpers/back-imports.ts';
import { pathsOf } from '../helpers/paths.ts';

/** Pairs of resources within an area of which the earlier one imports the later one. */
const pairs_back_max = 6;

const names = Object.keys(areas);
const files = pathsOf('functions/**/*.ts');

/** An import of one file of functions/ by another, types included. */
type Import = { readonly from: string; readonly to: string };

const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(/\b(?:from|import)[\s(]*'(\.[^']+)'/g)].map(([, path = '']) => ({
    from,
    to: join(dirname(from), path),
  })),
);

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test('each folder of functions/ is an area, and each folder of an area one of its resources', () => {
  assert.deepEqual(folders('functions').toSorted(), names.toSorted());
  assert.deepEqual(
    readdirSync('functions').filter((name) => name.endsWith('.ts')),
    [],
  );
  for (const [area, listed] of Object.entries(areas).slice(1))
    assert.deepEqual(folders(`functions/${area}`).toSorted(), [...listed].toSorted(), area);
});

test('each imported area that comes later is listed, and each that is listed is imported', () => {
  const [area, later] = [
    (path: string) => names.indexOf(path.split('/')[1] ?? ''),
    ({ from, to }: Import) => area(from) < area(to),
  ];
  const listed = Object.entries(backImports).flatMap(([from, all]) => all.map((to) => ({ from, to })));
  const text = ({ from, to }: Import) => `${from} → ${to}`;
  assert.deepEqual(listed.map(text).toSorted(), imports.filter(later).map(text).toSorted());
});

test('few resources import a later one of their area', () => {
  // A handler may use any.
  const handlers = new Set([...everyRoute, ...workers].map(({ id }) => handlerFile(id)));
  const resourceOf = (path: string) => resources.indexOf(path.split('/')[2] ?? '');
  const back = imports.filter(({ from, to }) => {
    const [earlier, later] = [resourceOf(from), resourceOf(to)];
    return from.split('/')[1] === to.split('/')[1] && !handlers.has(from) && earlier >= 0 && earlier < later;
  });
  const pairs = new Set(back.map(({ from, to }) => [from, to].map((path) => path.split('/')[2]).join(' → ')));
  assert.ok(pairs.size <= pairs_back_max, [...pairs].join('\n'));
});
