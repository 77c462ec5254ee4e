import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { CountryCode } from '../../functions/identity/customers/address-schema.ts';
import { test } from '../../test/helpers/tests.ts';
import type { Onboarding } from '../src/api.ts';
import { newKey } from '../src/browser.ts';
import { countriesIn, countryCodes } from '../src/countries.ts';
import { dayOf, dayText, isMonthFirst } from '../src/days.ts';
import { fieldsOf, isRequired, patchOf, valuesOf, withReadName } from '../src/fields.ts';
import { contentTypeIn, withTrueType } from '../src/file-type.ts';
import { minutesOf, stepsOf } from '../src/steps.ts';
import de from '../src/texts/de.json' with { type: 'json' };
import en from '../src/texts/en.json' with { type: 'json' };
import { filled } from '../src/texts/filled.ts';
import { languageOf, textsOf } from '../src/texts/language.ts';
import { takeToken } from '../src/token.ts';
import { mayKeep, typedKey } from '../src/typed.ts';

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
      removeItem: (name: string) => void stored.delete(name),
    },
  });
  assert.equal(takeToken(windowAt('')), null);
  assert.equal(takeToken(windowAt(`#${token}`)), token);
  assert.deepEqual(replaced, ['/onboarding']);
  assert.equal(takeToken(windowAt('')), token);
  stored.set(typedKey, '{}');
  assert.equal(takeToken(windowAt(`#${token}`)), token);
  assert.ok(stored.has(typedKey), 'the same link keeps what was typed');
  assert.equal(takeToken(windowAt('#ol_sandbox_short')), null);
  assert.ok(!stored.has(typedKey), 'another link forgets what was typed');
});

test('a day is read as people write it, and shown in words', () => {
  const british = { language: 'en', monthFirst: isMonthFirst('en-GB') };
  const american = { language: 'en', monthFirst: isMonthFirst('en-US') };
  const german = { language: 'de', monthFirst: isMonthFirst('de-DE') };
  const read = [
    ...[' 1990-04-03', '3/4/1990', '03.04.1990', '3 April 1990', '3 apr 1990', 'April 3, 1990'].map(
      (typed) => dayOf(typed, british),
    ),
    ...['4/3/1990', '3.4.1990', 'Apr 3 1990'].map((typed) => dayOf(typed, american)),
    ...['3. April 1990', '3.4.1990'].map((typed) => dayOf(typed, german)),
  ];
  assert.deepEqual(
    read,
    read.map(() => '1990-04-03'),
  );
  assert.equal(dayOf('3. März 1990', german), '1990-03-03');
  assert.equal(dayOf('4/23/1990', british), '1990-04-23', 'there is no month 23');
  for (const typed of ['', '3/4/90', '31.2.1990', '3 Foo 1990', '1990', 'ap 3 1990', '1.2.3.1990'])
    assert.equal(dayOf(typed, british), undefined, typed);
  for (const dates of [british, american, german])
    assert.equal(dayOf(dayText('1990-03-23', dates), dates), '1990-03-23');
  assert.equal(dayText('1990-04-23', british), '23 April 1990');
  assert.equal(dayText('1990-04-23', american), 'April 23, 1990');
  assert.equal(dayText('no day', german), 'no day');
});

test('a text that may be the number of a card or a document is not kept', () => {
  for (const text of ['Ada', '1990-04-23', '1 St James’s Square', 'SW1Y 4JH'])
    assert.ok(mayKeep(text), text);
  for (const text of ['4242 4242 4242 4242', '536365343', 'T22000129 6408125'])
    assert.ok(!mayKeep(text), text);
});

test('the steps say what is left of each, and about how long the rest takes', () => {
  const due = (codes: readonly string[]) => codes.map((code) => ({ code }));
  const state = (codes: readonly string[], type = 'individual') =>
    ({
      type,
      editable_fields: ['first_name'],
      requirements: { currently_due: due(codes), pending_verification: [] },
    }) as unknown as Onboarding;
  const left = (of: Onboarding, sent = 0) =>
    stepsOf(of, sent).map(({ name, left }) => [name, left]);
  const begun = state(['profile.nationality', 'document.government_id', 'document.selfie']);
  assert.deepEqual(left(begun), [
    ['details', 1],
    ['documents', 2],
    ['check', 1],
  ]);
  assert.equal(minutesOf(stepsOf(begun, 0)), 5);
  assert.deepEqual(left(state([]), 2), [
    ['details', 0],
    ['documents', 0],
    ['check', 1],
  ]);
  const persons = ['persons.prs_1.nationality', 'persons.prs_1.address', 'persons.controller'];
  assert.deepEqual(left(state([...persons, 'persons.prs_1.document.selfie'], 'business')), [
    ['details', 0],
    ['persons', 2],
    ['documents', 1],
    ['check', 1],
  ]);
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
