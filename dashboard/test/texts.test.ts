import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../functions/errors.ts';
import de from '../src/texts/de.json' with { type: 'json' };
import en from '../src/texts/en.json' with { type: 'json' };
import { errorText, itemsByField, itemText, placeText } from '../src/texts/errors.ts';

const nothing = { feature: null, attempts_left: null, retry_after_seconds: null, issuer_reason: null };

test('no error shows a person a backtick, a header, a field or a path of the API', () => {
  for (const code of [...Object.keys(catalogue), 'a_later_code'])
    assert.doesNotMatch(errorText({ ...nothing, code }), /`|\/|_|undefined|null|Idempotency-Key|retry-after/i, code);
});

test('each error of the API has one sentence in each language, which is its own', () => {
  for (const code of Object.keys(catalogue) as (keyof typeof catalogue)[]) {
    const [english, german] = [en.errors.sentences[code], de.errors.sentences[code]];
    for (const text of [english, german]) assert.match(text.replaceAll(/\{\w+\}/g, 'X'), /^\p{Lu}[^`/_]+$/u, code);
    assert.notEqual(english, german, code);
    assert.doesNotMatch(english, new RegExp(catalogue[code].detail.slice(0, 20)), code);
  }
});

test('an error names its particulars: the feature, the attempts left, how long to wait', () => {
  const text = (code: string, one: Partial<typeof nothing> | object) => errorText({ ...nothing, ...one, code });
  const lacking = text('feature_not_active', { feature: 'virtual_cards' });
  assert.equal(lacking, 'Virtual cards are not active for this customer');
  assert.equal(text('activation_locked', { retry_after_seconds: 240 }), 'Too many attempts. Try again in 4 minutes.');
  assert.equal(text('rate_limited', { retry_after_seconds: 1 }), 'Too many requests. Try again in 1 second.');
  assert.match(text('last4_mismatch', { attempts_left: 2 }), / 2 attempts left\.$/);
});

test('one input is named in words, and the API’s sentence is shown unless it speaks to programs', () => {
  assert.equal(placeText({ pointer: '/address/postal_code', code: 'required', detail: '' }), 'Address, postal code');
  assert.equal(placeText({ pointer: '/event_types/0', code: 'required', detail: '' }), 'Event types, 1');
  assert.equal(placeText({ parameter: 'query.limit', code: 'too_big', detail: '' }), 'Limit');
  const https = { code: 'invalid_value', detail: 'Webhooks are sent over https only.' } as const;
  assert.equal(itemText(https), https.detail);
  const forPrograms = ['Takes `*` or one strong tag.', 'Must match ^[a-z]+$.', 'See /address.'];
  for (const detail of forPrograms) assert.equal(itemText({ code: 'invalid_format', detail }), itemText(wrongFormat));
});

test('what the API expects of one input is asked for in words, and said once', () => {
  const text = (code: 'too_short' | 'too_long' | 'invalid_format' | 'too_big', detail: string) =>
    itemText({ code, detail });
  assert.equal(text('too_short', 'Must have at least 1 character.'), 'Enter a value.');
  assert.equal(text('too_long', 'Must have at most 40 characters.'), 'Use at most 40 characters.');
  const email = 'an e-mail address, such as ada.lovelace@example.com.';
  assert.equal(text('invalid_format', `Must be ${email}`), `Enter ${email}`);
  // Minor units mean nothing to a person.
  assert.equal(text('too_big', 'Must be at most 100000000.'), 'This value is too large.');
  const twice = [item('/url'), item('/url'), { ...wrongFormat, pointer: '/url' }, item('/url')];
  assert.deepEqual(itemsByField(twice, ['/url']).fields, { '/url': 'Enter a value.' });
});

const wrongFormat = { code: 'invalid_format', detail: 'Must match x.' } as const;

const item = (pointer: string, detail = 'Must be given.') => ({ pointer, code: 'required', detail }) as const;

test('an item is shown at its field, and at the field that holds it', () => {
  const { fields, others } = itemsByField([item('/url'), item('/event_types/0', 'No.')], ['/url', '/event_types']);
  assert.deepEqual(fields, { '/url': 'Enter a value.', '/event_types': 'No.' });
  assert.deepEqual(others, []);
});

test('of two fields the nearest has the item, and a field with the same beginning has not', () => {
  const { fields } = itemsByField([item('/address/city')], ['/address', '/address/city', '/address/ci']);
  assert.deepEqual(Object.keys(fields), ['/address/city']);
});

test('several items of one field are all shown', () => {
  const { fields } = itemsByField([item('/url', 'One.'), item('/url', 'Two.')], ['/url']);
  assert.equal(fields['/url'], 'One. Two.');
});

test('an item of no field is left over: it is shown above the button', () => {
  const parameter = { parameter: 'query.limit', code: 'too_big', detail: 'Must be smaller.' } as const;
  const { fields, others } = itemsByField([item('/metadata'), parameter], ['/url']);
  assert.deepEqual(fields, {});
  assert.deepEqual(others, [item('/metadata'), parameter]);
});
