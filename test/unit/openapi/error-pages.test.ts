import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { routes } from '../../../functions/app/routes.ts';
import { catalogue } from '../../../functions/core/error-catalogue.ts';
import type { Route } from '../../../functions/core/route.ts';
import { printErrorPages } from '../../../openapi/error-pages.ts';
import { type Fix, reasons } from '../../../openapi/error-reasons.ts';
import { printPages } from '../../../openapi/pages.ts';
import { document } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const pages = printErrorPages(document);

test('every error has a page in both types, with its title and what to do', () => {
  for (const [code, { title, detail }] of Object.entries(catalogue)) {
    const page = pages[code];
    assert.ok(
      page?.['text/markdown'].startsWith(`# ${title}\n`) && page['text/markdown'].includes(detail),
      code,
    );
    assert.ok(page?.['text/html'].includes(`<h1>${title}</h1>`), code);
  }
});

test('the links of a page lead to pages', () => {
  const known = Object.keys(printPages(document)).map((name) => `../${name}`);
  const links = Object.values(pages).flatMap(
    (page) => page['text/markdown'].match(/(?<=\]\()[^)]+/g) ?? [],
  );
  assert.deepEqual(
    links.filter((link) => !known.includes(link)),
    [],
  );
});

test('the call that resolves an error is one that the API takes', () => {
  for (const [code, { fix }] of Object.entries(reasons))
    if (fix) assert.deepEqual([code, wrongIn(fix)], [code, []]);
});

/** A POST always has a key, a body where its route takes one, and a query that the route knows. */
const wrongIn = ({ method, path, body }: Fix): string[] => {
  const { pathname, searchParams } = new URL(path, 'http://host/');
  const route = (routes as readonly Route[]).find(
    (one) => one.method === method && patternOf(one).test(pathname),
  );
  if (!route) return [`${method} ${pathname} is no route`];
  const [, ...values] = patternOf(route).exec(pathname) ?? [];
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const parts = [
    [route.params, params],
    [route.query, Object.fromEntries(searchParams)],
    [route.body, body ?? {}],
  ] as const;
  return parts
    .flatMap(([schema, value]) => (schema ? (z.safeParse(schema, value).error?.issues ?? []) : []))
    .map(({ path, message }) => `${path.join('/')} ${message}`);
};

const patternOf = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`);
