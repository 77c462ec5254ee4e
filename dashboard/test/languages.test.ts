import assert from 'node:assert/strict';
import { test } from '../../test/helpers/tests.ts';
import { languageOf } from '../src/texts/language.ts';
import { counted, filled, number, textOf } from '../src/texts/texts.ts';

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

test('a text is found by its code alone, not by what every object has', () => {
  const texts = { lost: 'Lost' };
  assert.deepEqual(
    [textOf(texts, 'lost'), textOf(texts, 'stolen'), textOf(texts, 'constructor')],
    ['Lost', undefined, undefined],
  );
});
