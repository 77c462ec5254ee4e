import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { CountryCode } from '../../functions/identity/customers/address-schema.ts';
import { newKey } from '../src/browser.ts';
import { countriesIn, countryCodes } from '../src/countries.ts';
import { fieldsOf, isRequired, patchOf, valuesOf, withReadName } from '../src/fields.ts';
import { contentTypeIn, withTrueType } from '../src/file-type.ts';
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
  for (const language of ['en', 'de'])
    assert.ok(countriesIn(language).every(([code, name]) => name !== code));
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
    history: { state: null, replaceState: (...all: unknown[]) => void replaced.push(all[2]) },
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

test('without storage, which throws as soon as it is named, the token stays in the history of the tab', () => {
  const token = `ol_live_${'b'.repeat(49)}`;
  const history = {
    state: null as unknown,
    replaceState: (state: unknown) => void Object.assign(history, { state }),
  };
  const windowAt = (hash: string) => ({
    location: { hash, pathname: '/onboarding' },
    history,
    get sessionStorage(): never {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  assert.equal(takeToken(windowAt('')), null);
  assert.equal(takeToken(windowAt(`#${token}`)), token);
  assert.equal(takeToken(windowAt('')), token);
  assert.equal(takeToken(windowAt('#ol_live_short')), null);
});

test('a key is made by whatever a browser has', () => {
  assert.equal(newKey({ randomUUID: () => '1-2-3-4-5' }), '1-2-3-4-5');
  const { getRandomValues } = crypto;
  for (const random of [{ getRandomValues: getRandomValues.bind(crypto) }, {}, undefined]) {
    const keys = Array.from({ length: 20 }, () => newKey(random));
    assert.ok(keys.every((key) => /^[0-9a-f]{32}$|^[0-9a-f-]{36}$/.test(key)));
    assert.equal(new Set(keys).size, 20);
  }
});

test('what a file is follows from its bytes, whatever the browser calls it', async () => {
  const bytes = (...parts: (string | number[])[]) =>
    Uint8Array.from(
      parts.flatMap((part) =>
        typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part,
      ),
    );
  const box = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0], 'mif1heic');
  for (const [head, type] of [
    [bytes([0xff, 0xd8, 0xff, 0xe1]), 'image/jpeg'],
    [bytes([0x89], 'PNG\r\n', [0x1a], '\n'), 'image/png'],
    [bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), 'image/webp'],
    [box('heic'), 'image/heic'],
    [box('heix'), 'image/heic'],
    [box('mif1'), 'image/heic'],
    [bytes('%PDF-1.7'), 'application/pdf'],
    [bytes('\r\njunk %PDF-1.4'), 'application/pdf'],
    [box('avif'), undefined],
    [box('isom'), undefined],
    [bytes('RIFF', [1, 2, 3, 4], 'WAVE'), undefined],
    [bytes('GIF89a'), undefined],
    [bytes('<svg>'), undefined],
    [bytes(), undefined],
  ] as const) {
    assert.equal(contentTypeIn(head), type);
    for (const called of ['application/octet-stream', '', 'image/jpeg']) {
      const file = await withTrueType(new File([head], 'IMG_1.HEIC', { type: called }));
      assert.deepEqual(
        [file?.type, file?.name, file?.size],
        type ? [type, 'IMG_1.HEIC', head.length] : [undefined, undefined, undefined],
      );
    }
  }
});

test('a name in Latin letters is asked by its parts, sent with them, and removed as a whole', () => {
  const fields = fieldsOf(['latin_name']);
  const latin_name = { first_name: 'Abebe', middle_name: null, last_name: 'Bikila' };
  const values = valuesOf({ ...profile, latin_name });
  assert.deepEqual(patchOf(fields, values), { latin_name });
  assert.deepEqual(
    fields.map((field) => isRequired(field, values)),
    [false, false, true],
  );
  const business = fieldsOf(['latin_name'], 'business');
  assert.deepEqual(patchOf(business, { '/latin_name/legal_name': 'Abyssinia' }), {
    latin_name: { legal_name: 'Abyssinia' },
  });
  assert.deepEqual(fieldsOf(['nationality']).length, 1);
});

test('a name that was read from a document stands in the form, and is sent only as it is left there', () => {
  const due = (code: string, latin_name: object) => [
    {
      code,
      description: '',
      alternatives: [],
      resolve_with: { method: 'PATCH' as const, path: '', body: { latin_name } },
    },
  ];
  const own = valuesOf({ ...profile, latin_name: null });
  const read = withReadName(
    own,
    due('profile.latin_name', { first_name: 'ABEBE', last_name: 'BIKILA' }),
    'profile',
  );
  assert.equal(read.isRead, true);
  assert.deepEqual(
    patchOf(fieldsOf(['latin_name']), { ...read.values, '/latin_name/last_name': 'Bikila' }),
    {
      latin_name: { first_name: 'ABEBE', middle_name: null, last_name: 'Bikila' },
    },
  );
  const nothing = due('profile.latin_name', { first_name: null, last_name: null });
  assert.deepEqual(withReadName(own, nothing, 'profile'), { values: own, isRead: false });
  const ofPerson = due('persons.prs_1.latin_name', { first_name: null, last_name: 'BIKILA' });
  assert.deepEqual(withReadName(own, ofPerson, 'profile'), { values: own, isRead: false });
  assert.equal(
    withReadName(own, ofPerson, 'persons.prs_1').values['/latin_name/last_name'],
    'BIKILA',
  );
});

const profile = {
  first_name: 'Ada',
  middle_name: null,
  last_name: 'King',
  date_of_birth: null,
  nationality: null,
  address: {
    line1: '1 Road',
    line2: null,
    city: 'Hong Kong',
    state: null,
    postal_code: null,
    country: 'HK',
  },
};

test('the form has the fields that are asked and sends those alone', () => {
  const fields = fieldsOf(['date_of_birth', 'address']);
  const values = {
    ...valuesOf(profile),
    '/date_of_birth': '1990-04-23',
    '/address/line2': ' Flat 2 ',
  };
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
