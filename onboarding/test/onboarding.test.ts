import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { CountryCode } from '../../functions/customers/address-schema.ts';
import { countriesIn, countryCodes } from '../src/countries.ts';
import { fieldsOf, isRequired, patchOf, valuesOf } from '../src/fields.ts';
import de from '../src/texts/de.json' with { type: 'json' };
import en from '../src/texts/en.json' with { type: 'json' };
import { filled } from '../src/texts/filled.ts';
import { languageOf, textsOf } from '../src/texts/language.ts';
import { takeToken } from '../src/token.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

test('the countries are those of the API, each with its name', () => {
  const accepted = letters.flatMap((one) => letters.map((other) => one + other));
  assert.deepEqual(
    countryCodes,
    accepted.filter((code) => z.safeParse(CountryCode, code).success),
  );
  for (const language of ['en', 'de']) assert.ok(countriesIn(language).every(([code, name]) => name !== code));
});

test('the first language that the page has is chosen, and English without one', () => {
  assert.equal(languageOf(['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(languageOf(['fr']), 'en');
  assert.equal(textsOf('de'), de);
});

test('a text has the same gaps in both languages', () => {
  const gapsOf = (texts: object): unknown[] =>
    Object.values(texts).map((text) =>
      typeof text === 'string' ? (text.match(/\{\w+\}/g) ?? []).toSorted() : gapsOf(text),
    );
  assert.deepEqual(gapsOf(de), gapsOf(en));
  assert.equal(filled(en.goOn, { business: '$& Ltd' }), 'Continue to $& Ltd');
});

test('the token leaves the address, and survives a reload of the tab', () => {
  const token = `ol_sandbox_${'a'.repeat(49)}`;
  const stored = new Map<string, string>();
  const replaced: unknown[] = [];
  const windowAt = (hash: string) => ({
    location: { hash, pathname: '/onboarding' },
    history: { replaceState: (...all: unknown[]) => void replaced.push(all[2]) },
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
  });
  assert.equal(takeToken(windowAt('')), null);
  assert.equal(takeToken(windowAt(`#${token}`)), token);
  assert.deepEqual(replaced, ['/onboarding']);
  assert.equal(takeToken(windowAt('')), token);
  assert.equal(takeToken(windowAt('#ol_sandbox_short')), null);
});

const profile = {
  ...{ first_name: 'Ada', middle_name: null, last_name: 'King', date_of_birth: null, nationality: null },
  address: { line1: '1 Road', line2: null, city: 'Hong Kong', state: null, postal_code: null, country: 'HK' },
};

test('the form has the fields that are asked and sends those alone', () => {
  const fields = fieldsOf(['date_of_birth', 'address']);
  const values = { ...valuesOf(profile), '/date_of_birth': '1990-04-23', '/address/line2': ' Flat 2 ' };
  assert.deepEqual(patchOf(fields, values), {
    date_of_birth: '1990-04-23',
    address: { ...profile.address, line2: 'Flat 2' },
  });
  assert.deepEqual(patchOf(fieldsOf(['nationality']), values), { nationality: null });
});

test('a postal code is required where the country has one', () => {
  const [postalCode] = fieldsOf(['address']).filter(({ name }) => name === 'postal_code');
  assert.ok(postalCode);
  assert.equal(isRequired(postalCode, valuesOf(profile)), false);
  assert.equal(isRequired(postalCode, { '/address/country': 'GB' }), true);
});
