import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathsOf } from '../helpers/paths.ts';

// The rules that `npm run imports` and the linter cannot check in sources: words that break a rule
// of the house, files whose names say nothing, and names with two meanings.

type Source = { readonly path: string; readonly text: string };

const sources: readonly Source[] = pathsOf(
  '{.ci,bin,client,cli,lib,functions,local,openapi,bench,test,dashboard,onboarding}/**/*.{ts,tsx,cjs}',
  {
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
).map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const pure =
  /^functions\/[^/]+\/([^/]+\/model|(cards|verifications|features|webhooks|deliveries|authorizations)\/(?!.*table)(spending|states|transitions|settings|issuer-changes|order|replacement|eligibility|decision|settlement|increment|simulated-notice|issuer-notice|health|claim|attempt|schedule|catalogue|requirements))\.ts$/;

/** A file that may not hold a word, and why. */
const rules: readonly { readonly where: RegExp; readonly word: RegExp; readonly why: string }[] = [
  {
    where: pure,
    word: /\bprocess\b|\bMath\.random\b|\bcrypto\b|\bperformance\b|\bfetch\(/,
    why: 'a model gets time, chance and environment as arguments',
  },
  {
    where: pure,
    word: /^import (?!type )[^;]*'(zod|[^']*\/schema\.ts)/m,
    why: 'a model imports the types of schemas alone, so that it needs no zod when it runs',
  },
  {
    where: /^functions\/(?!core\/time\.ts$)/,
    word: /new Date\(\)|\bDate\.now\b/,
    why: 'moments come from the one clock in functions/core/time.ts',
  },
  {
    where: /^lib\//,
    word: /^(?!\s*(\/\/|\/?\*)).*\bprocess\.env\b(?!\.\$\{)/m,
    why: 'settings come from environments.ts and the CDK context',
  },
  {
    // The authorizers answer nobody before they have ended.
    where: /^functions\/(?!tenants\/(api-keys|operators)\/table\.ts$)/,
    word: /(?<!bounded\(\s*)new \w+Client\(/,
    why: 'a client of AWS is bounded by the deadline of its caller',
  },
  {
    where: /^functions\//,
    word: /\bimport\s*\{[^}]*\bz\b[^}]*\}\s*from\s*['"]zod/,
    why: 'the brace form of zod costs 400 KB: import * as z from zod/mini',
  },
  {
    // Anything particular to a system is in one file.
    where: /^(\.ci|bin|lib|functions|openapi)\/|^local\/(?!test\/helpers\/processes\.ts$)/,
    word: /\bprocess\.platform\b|\/bin\/sh\b|\bSIGKILL\b|\/dev\/shm\b|\bdetached: true\b|'ps'|\bexecSync\(|\bshell: true\b/,
    why: 'it runs on Linux, macOS and Windows alike: use local/test/helpers/processes.ts',
  },
  {
    where: /^/,
    word: /\bimport\.meta\.url\)\.pathname\b/,
    why: 'a path of Windows is no path of a URL: use import.meta.filename or fileURLToPath',
  },
];

test('no source breaks a rule of its folder', () => {
  assert.ok(sources.length > 500, `only ${sources.length} sources were found`);
  const faults = rules.flatMap(({ where, word, why }) => {
    const held = sources.filter(({ path }) => where.test(path));
    assert.ok(held.length > 0, `${where} matches no file`);
    return held.filter(({ text }) => word.test(text)).map(({ path }) => `${path}: ${why}.`);
  });
  assert.deepEqual(faults, []);
});

test('files are named in kebab-case, by what they hold', () => {
  const kebab = /^([a-z0-9.-]+\/)*[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.[a-z]+$/;
  const vague = /(^|[/.-])(utils?|common|misc|shared)([/.-]|$)/;
  assert.deepEqual(
    sources
      .map(({ path }) => path)
      .filter((path) => !kebab.test(path) || (/^(functions|lib)\//.test(path) && vague.test(path))),
    [],
  );
});

/** Names that two packages export, each with its own meaning. */
const names_twice_max = 6;

test('few names are exported twice with two meanings', () => {
  const exporting =
    /^export (?:declare )?(?:const|let|function|async function|class|type|interface|enum) (\w+)/gm;
  const named = sources
    .filter(({ path }) => /^(functions|lib|local|client)\/(?!test\/)/.test(path))
    .flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(exporting)].map(([, name = '']) => name))].map((name) => ({
        name,
        path,
      })),
    );
  const twice = Object.entries(Object.groupBy(named, ({ name }) => name)).filter(
    ([name, found = []]) => name !== 'handler' && found.length > 1,
  );
  const sentences = twice.map(
    ([name, found = []]) => `${name} is exported by ${found.map(({ path }) => path).join(' and ')}`,
  );
  assert.ok(sentences.length <= names_twice_max, sentences.join('\n'));
});

const lines_max = 320;

test('no file has more than 320 lines', () => {
  const long = sources
    .filter(({ text }) => text.split('\n').length - 1 > lines_max)
    .map(({ path }) => path);
  assert.deepEqual(long, []);
});
