import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync } from '@swc/core';
import de from '../../dashboard/src/texts/de.json' with { type: 'json' };
import en from '../../dashboard/src/texts/en.json' with { type: 'json' };
import { scopes } from '../../functions/core/access.ts';
import { eventSummaries } from '../../functions/core/event-types.ts';
import { attemptTriggers, deliveryStatuses } from '../../functions/delivery/deliveries/states.ts';
import { customerStatuses, entityTypes } from '../../functions/identity/customers/states.ts';
import {
  documentRejections,
  documentStatuses,
  documentTypes,
} from '../../functions/identity/documents/states.ts';
import type { SuspensionCause } from '../../functions/identity/features/model.ts';
import { screeningStatuses } from '../../functions/identity/screenings/states.ts';
import { verificationErrorCodes } from '../../functions/identity/verifications/errors.ts';
import { verificationStatuses } from '../../functions/identity/verifications/states.ts';
import { authorizationStatuses } from '../../functions/issuing/authorizations/decision.ts';
import { by_issuer } from '../../functions/issuing/card-tokens/model.ts';
import {
  cardStatuses,
  closeReasons,
  issuerRefusals,
  renewalSkipReasons,
  shippingStatuses,
} from '../../functions/issuing/cards/states.ts';
import { pathsOf } from '../helpers/paths.ts';

// Every text of the dashboard is in both message files, and nowhere else.

/** Every text by its path: `cards.freeze`. */
const flat = (texts: object, within = ''): readonly (readonly [path: string, text: string])[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${within}${name}`, value] as const]
      : flat(value, `${within}${name}.`),
  );

const gapsOf = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).toSorted();

test('both languages have the same texts, each with the same gaps, and none is empty', () => {
  const [english, german] = [flat(en), new Map(flat(de))];
  assert.deepEqual([...german.keys()].toSorted(), english.map(([path]) => path).toSorted());
  for (const [path, text] of english) {
    assert.deepEqual(gapsOf(german.get(path) ?? ''), gapsOf(text), path);
    assert.ok(text.trim() !== '' && german.get(path)?.trim() !== '', path);
  }
});

/** Without the names of languages, which each has in itself. */
const sources = pathsOf('dashboard/src/**/*.{ts,tsx}', { exclude: ['**/texts/language.ts'] }).map(
  (file) => ({
    file,
    source: readFileSync(file, 'utf8'),
  }),
);

test('every text is used', () => {
  const used = new Set(sources.flatMap(({ source }) => source.match(/\bt\.\w+\.\w+/g) ?? []));
  const byCode = ['values', 'verificationErrors', 'ineligible'];
  const own = Object.entries(en).filter(([group]) => !byCode.includes(group));
  const paths = own.flatMap(([group, texts]) =>
    Object.keys(texts).map((name) => `t.${group}.${name}`),
  );
  assert.ok(paths.length > 500, `only ${paths.length} texts`);
  assert.deepEqual(
    paths.filter((path) => !used.has(path)),
    [],
  );
});

/** Why a feature is suspended; a cause that is not here does not compile. */
const suspensionCauses: Readonly<Record<SuspensionCause, true>> = {
  customer_suspended: true,
  customer_type_not_supported: true,
  country_not_supported: true,
  under_minimum_age: true,
  feature_retired: true,
  address_missing: true,
  verification_lost: true,
};

test('values of the API that pages show in words have their words in both languages', () => {
  const shownValues = [
    ...[
      ...cardStatuses,
      ...closeReasons,
      ...renewalSkipReasons,
      ...shippingStatuses,
      ...Object.keys(issuerRefusals),
    ],
    ...[
      ...customerStatuses,
      ...entityTypes,
      ...documentTypes,
      ...documentStatuses,
      ...documentRejections,
    ],
    ...[
      ...verificationStatuses,
      ...verificationErrorCodes,
      ...screeningStatuses,
      ...authorizationStatuses,
    ],
    ...[
      ...attemptTriggers,
      ...deliveryStatuses,
      ...Object.keys(eventSummaries).map((type) => type.split('.')[1] ?? ''),
    ],
    ...Object.keys(suspensionCauses),
    // Reasons that the service itself gives for a status.
    ...[
      by_issuer,
      'card_closed',
      'closed_by_issuer',
      'customer_closed',
      'screening_confirmed',
      'unreachable',
    ],
    ...scopes.map((scope) => scope.slice(0, scope.indexOf(':'))),
  ];
  assert.deepEqual(
    shownValues.filter((value) => !Object.hasOwn(de.values, value)),
    [],
  );
});

type Node = { readonly [part: string]: Node | undefined };

/** The texts that people read where an element or a table has them. */
const shown = new Set<unknown>([
  ...[
    'title',
    'label',
    'name',
    'header',
    'text',
    'description',
    'hint',
    'empty',
    'placeholder',
    'one',
    'thing',
  ],
  ...[
    'ariaLabel',
    'aria-label',
    'submit',
    'success',
    'button',
    'again',
    'meaning',
    'loadingText',
    'copyButtonText',
  ],
]);

/** A word that begins with a capital letter, or several words; not the name of a header. */
const isRead = (text: string): boolean =>
  /^\p{Lu}\p{Ll}*(?!\p{L}*-\p{Lu})|^\p{L}+,? \p{L}/u.test(text);

/** A sentence, wherever it is. */
const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}* \p{L}/u.test(text);

/** The texts in the code although people read them. */
const literalsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name, key, callee, cooked } = node as Node;
  const kind = String(type);
  const texts = (test: (text: string) => boolean, text: unknown) =>
    test(String(text)) ? [String(text).trim()] : [];
  if (kind === 'NewExpression' && String(callee?.value) === 'Error') return [];
  if (kind === 'JSXText') return texts((text) => /\p{L}/u.test(text), value);
  const isNamed = kind === 'JSXAttribute' ? shown.has(name?.value) : shown.has(key?.value);
  if (isNamed && String(value?.type) === 'StringLiteral' && isRead(String(value?.value)))
    return [String(value?.value)];
  if (kind === 'StringLiteral') return texts(isSentence, value);
  if (kind === 'TemplateElement') return texts(isSentence, cooked);
  return Object.values(node).flatMap(literalsIn);
};

test('no page of the dashboard holds a text itself', () => {
  assert.ok(sources.length > 100, `only ${sources.length} sources`);
  const found = sources.flatMap(({ file, source }) =>
    literalsIn(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') })).map(
      (text) => `${file}: ${text}`,
    ),
  );
  assert.deepEqual(found, []);
});
