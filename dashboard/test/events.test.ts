import assert from 'node:assert/strict';
import { eventTypeNames } from '../../functions/core/event-types.ts';
import { printEventReference } from '../../openapi/event-reference.ts';
import { test } from '../../test/helpers/tests.ts';
import type { Event } from '../src/api/client.ts';
import { piecesOf, sentenceOf } from '../src/pages/events/sentences.ts';
import de from '../src/texts/de.json' with { type: 'json' };
import en from '../src/texts/en.json' with { type: 'json' };
import { words } from '../src/texts/words.ts';

const examples = printEventReference().map(({ name, example }) => {
  const { data } = example as unknown as {
    readonly data: { readonly id: string; readonly object: string };
  };
  return {
    ...example,
    type: name,
    resource: { id: data.id, object: data.object },
  } as unknown as Event;
});

test('every type of event has a name and a sentence in both languages', () => {
  for (const { values, events } of [en, de]) {
    assert.deepEqual(Object.keys(events.sentences).toSorted(), eventTypeNames.toSorted());
    for (const type of eventTypeNames) assert.ok(Object.hasOwn(values, type), type);
  }
  const names: Readonly<Record<string, string>> = de.values;
  for (const type of eventTypeNames) assert.notEqual(names[type], words(type), `${type} in German`);
});

test('the sentence about every event of the catalogue is whole', () => {
  assert.equal(examples.length, eventTypeNames.length);
  for (const event of examples) assert.doesNotMatch(sentenceOf(event), broken, event.type);
});

/** A missing value, a gap that nothing filled, or a name of the API. */
const broken = /undefined|null|[{}]|\[object|\b(?!sk_)[a-z]+_\w/;

test('a sentence names the amount, the merchant and the card, and the reason in words', () => {
  const of = (type: string, data: object = {}) => {
    const found = examples.find((one) => one.type === type);
    assert.ok(found, type);
    return { ...found, data: { ...found.data, ...data } };
  };
  const cards = new Map([['card_1', 'Card •••• 4242']]);
  const approved = of('card.authorization_approved', {
    card_id: 'card_1',
    decline_reason: null,
    status_reason: null,
  });
  assert.equal(sentenceOf(approved, cards), '$42.50 at Corner Shop approved · Card •••• 4242');
  assert.match(
    sentenceOf(of('card.authorization_declined')),
    /^\$42\.50 at Corner Shop declined\. [A-Z].*limit/,
  );
  const last_error = { code: 'name_mismatch', message: 'For programs.' };
  assert.match(
    sentenceOf(of('verification.requires_input', { last_error })),
    /\. The name on the document is not/,
  );
  assert.match(sentenceOf({ ...of('customer.created'), test: true }), /^Test: /);
});

test('what changed is found within objects, with what was added or removed, and nothing beside it', () => {
  const data = { id: 'cus_1', first_name: 'Zoë', metadata: { kept: '1', added: '2' } };
  const pieces = piecesOf({
    data,
    previous: { first_name: 'Zoe', metadata: { kept: '1', gone: '3' } },
  });
  assert.deepEqual(
    pieces.filter(({ before }) => before !== undefined),
    [
      { text: '"first_name": "Zoë"', before: '"first_name": "Zoe"' },
      { text: '"added": "2"', before: '' },
      { text: '', before: '"gone": "3"' },
    ],
  );
  const same = piecesOf({ data, previous: null });
  assert.equal(same.map(({ text }) => text).join(''), JSON.stringify(data, null, 2));
  assert.ok(same.every(({ before }) => before === undefined));
});
