import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod/mini';
import { eventTypeNames } from '../../../functions/core/event-types.ts';
import { type Blocks, blockCauses } from '../../../functions/issuing/cards/states.ts';
import { cardActions } from '../../../functions/issuing/cards/transitions.ts';
import { eventTypes, printEventReference } from '../../../openapi/event-reference.ts';
import { aCard } from '../../helpers/fixtures/cards.ts';
import { type Any, document, resolved } from '../../helpers/printed-document.ts';
import { describe, test } from '../../helpers/tests.ts';

const reference = printEventReference();

/** One for all of them: to compile the schema of schemas takes longer than to compile most of them. */
const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  // A schema checks few bodies: to compile what it refers to once costs more than it saves later.
  inlineRefs: false,
  code: { optimize: false },
});
addFormats.default(ajv);

test('every event type is in the reference, in the order of the catalogue', () => {
  assert.deepEqual(
    reference.map(({ name }) => name),
    eventTypeNames,
  );
});

test('the card of an example can do what such a card can do', () => {
  const cards = reference
    .map(({ example }) => example.data as Any)
    .filter(({ object }) => object === 'card');
  assert.ok(cards.length > 0);
  for (const { status, blocked_by, allowed_actions, ...shown } of cards) {
    const blocks = Object.fromEntries(
      blockCauses.map((cause) => [cause, blocked_by.includes(cause)]),
    ) as Blocks;
    const card = aCard({ ...shown, blocks, state: status === 'blocked' ? 'active' : status });
    assert.deepEqual(allowed_actions, cardActions(card), status);
  }
});

for (const { name, description, schema, example } of reference) {
  describe(`the reference of ${name}`, () => {
    const validate = ajv.compile(schema);
    const errorsOf = (body: unknown): unknown => validate(body) || validate.errors;

    test('has an example that its schema takes', () => {
      assert.equal(errorsOf(example), true);
      assert.equal(example.type, name);
      assert.match(description, /^[A-Z].+\.$/);
    });

    test('shows as data what the resource shows', () => {
      const shown = z.safeParse(eventTypes[name as keyof typeof eventTypes].data, example.data);
      assert.ok(shown.success, JSON.stringify(shown.error?.issues));
      assert.equal(
        JSON.stringify(shown.data),
        JSON.stringify(example.data),
        'nothing else, and in the same order',
      );
    });

    test('rejects a body that lacks a member, is of another type, or has other data', () => {
      for (const member of Object.keys(example)) {
        const { [member]: _left, ...rest } = example as Any;
        assert.notEqual(errorsOf(rest), true, member);
      }
      assert.notEqual(errorsOf({ ...example, type: 'customer.vanished' }), true);
      assert.notEqual(errorsOf({ ...example, data: {} }), true);
    });

    test('has previous values on updates and on nothing else', () => {
      const updates = name.endsWith('.updated');
      assert.equal(example.previous === null, !updates);
      assert.equal(errorsOf({ ...example, previous: updates ? { email: null } : null }), true);
      assert.notEqual(errorsOf({ ...example, previous: updates ? null : { email: null } }), true);
    });

    test('is marked as a test where it is one, and may be where somebody asked for one', () => {
      assert.equal(example.test, name === 'webhook.test' ? true : undefined);
      assert.equal(errorsOf({ ...example, test: true }), true);
      assert.notEqual(errorsOf({ ...example, test: 'yes' }), true);
    });

    test('needs no document around it', () => {
      const text = JSON.stringify(schema);
      assert.doesNotMatch(text, /#\/components|"discriminator":\{"propertyName"/);
    });
  });
}

test('the OpenAPI document shows every event as a webhook with its headers', () => {
  assert.deepEqual(Object.keys(document.webhooks), eventTypeNames);
  for (const [name, { post }] of Object.entries<Any>(document.webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    assert.deepEqual(example, reference.find((one) => one.name === name)?.example);
    assert.match(resolved(schema).properties.data.$ref, /^#\/components\/schemas\//);
    assert.deepEqual(post.security, []);
    const headers = post.parameters.map((one: Any) => resolved(one).name);
    for (const needed of ['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'])
      assert.ok(headers.includes(needed));
    assert.ok(post.responses['2XX'] && post.responses['410'] && post.responses.default);
  }
});
