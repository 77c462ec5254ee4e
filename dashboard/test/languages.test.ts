import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync } from 'vite';
import de from '../src/texts/de.json' with { type: 'json' };
import en from '../src/texts/en.json' with { type: 'json' };
import { languageOf } from '../src/texts/language.ts';
import { counted, filled, number } from '../src/texts/texts.ts';

/** Every text by its path: `cards.freeze`. */
const flat = (texts: object, within = ''): readonly (readonly [path: string, text: string])[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${within}${name}`, value] as const] : flat(value, `${within}${name}.`),
  );

const gapsOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).toSorted();

test('both languages have the same texts, each with the same gaps, and none is empty', () => {
  const [english, german] = [flat(en), new Map(flat(de))];
  assert.deepEqual([...german.keys()].toSorted(), english.map(([path]) => path).toSorted());
  for (const [path, text] of english) {
    assert.deepEqual(gapsOf(german.get(path) ?? ''), gapsOf(text), path);
    assert.ok(text.trim() !== '' && german.get(path)?.trim() !== '', path);
  }
});

/** Without the names of languages, which each has in itself. */
const sources = globSync('dashboard/src/**/*.{ts,tsx}', { exclude: ['**/texts/language.ts'] }).map((file) => ({
  file,
  source: readFileSync(file, 'utf8'),
}));

test('every text is used', () => {
  const used = new Set(sources.flatMap(({ source }) => source.match(/\bt\.\w+\.\w+/g) ?? []));
  const byCode = ['values', 'verificationErrors', 'ineligible'];
  const own = Object.entries(en).filter(([group]) => !byCode.includes(group));
  const paths = own.flatMap(([group, texts]) => Object.keys(texts).map((name) => `t.${group}.${name}`));
  assert.ok(paths.length > 500, `only ${paths.length} texts`);
  assert.deepEqual(
    paths.filter((path) => !used.has(path)),
    [],
  );
});

type Node = { readonly type: string; readonly [part: string]: unknown };

/** What people read where an element or a table has it. */
const shown = new Set<unknown>([
  ...['title', 'label', 'name', 'header', 'text', 'description', 'hint', 'empty', 'placeholder', 'one', 'thing'],
  ...['ariaLabel', 'aria-label', 'submit', 'success', 'button', 'again', 'meaning', 'loadingText', 'copyButtonText'],
]);

/** A word that begins with a capital letter, or several words; not the name of a header. */
const isRead = (text: unknown): boolean =>
  typeof text === 'string' && /^\p{Lu}\p{Ll}*(?!\p{L}*-\p{Lu})|^\p{L}+,? \p{L}/u.test(text);

/** A sentence, wherever it is. */
const isSentence = (text: unknown): boolean => typeof text === 'string' && /^\p{Lu}\p{Ll}* \p{L}/u.test(text);

/** What stands in the code although people read it. */
const literalsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name, key, callee } = node as Node & { readonly value?: Node; readonly [part: string]: Node };
  if (type === 'NewExpression' && (callee as Node).name === 'Error') return [];
  if (type === 'JSXText') return /\p{L}/u.test(String(value)) ? [String(value).trim()] : [];
  const literal = (value as Node | undefined)?.type === 'Literal' ? (value as Node).value : undefined;
  const isNamed = type === 'JSXAttribute' ? shown.has(name?.name) : type === 'Property' && shown.has(key?.name);
  if (isNamed && isRead(literal)) return [String(literal)];
  if (type === 'Literal') return isSentence(value) ? [String(value)] : [];
  if (type === 'TemplateElement') return isSentence((value as Node).cooked) ? [String((value as Node).cooked)] : [];
  return Object.values(node).flatMap(literalsIn);
};

test('no page holds a text itself', () => {
  assert.ok(sources.length > 100, `only ${sources.length} sources`);
  const found = sources.flatMap(({ file, source }) =>
    literalsIn(parseSync(file, source).program).map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(found, []);
});

test('the language is the first of the browser that there is', () => {
  assert.equal(languageOf(['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(languageOf(['', 'en-US']), 'en');
  assert.equal(languageOf(['toString', 'pt-BR']), 'en');
});

test('a text is filled, a name from the right is kept apart, and a number has its form', () => {
  assert.equal(filled('{a} at {b}', { a: '€4', b: 'Huber' }), '€4 at Huber');
  assert.equal(filled('{a} at {b}', { a: '€4', b: 'מאפייה' }), '€4 at \u2068מאפייה\u2069');
  const forms = { one: '{count} failure', other: '{count} failures' };
  assert.deepEqual(
    [counted(forms, 1), counted(forms, 0), counted(forms, 2_000)],
    ['1 failure', '0 failures', '2,000 failures'],
  );
  assert.equal(number(12.5), '12.5');
});
