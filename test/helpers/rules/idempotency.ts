import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { routes } from '../../../functions/contract/routes.ts';
import type { Call } from '../call.ts';
import { type AnyRoute, type Valid, validCall } from '../examples.ts';
import { operationOf } from '../printed-document.ts';
import { fullBodies, placesIn } from '../wrong-bodies.ts';
import { asRepeated, plain, type Rule, textOf } from './suite.ts';

/** A POST needs a key, acts once for it, and answers a repeat as the first time, but for a secret that is shown once. */
export const idempotencyRule: Rule = ({ tenant }, route) => {
  if (route.method !== 'POST') return;
  const posted = (call: Valid, key: string | readonly string[] | undefined, more: Partial<Call> = {}) =>
    tenant.call({ ...call, ...more, headers: { 'idempotency-key': key, ...more.headers } });

  test('a POST without Idempotency-Key is refused', async () => {
    const call = await validCall(route, tenant);
    for (const key of [undefined, '']) {
      const answer = await posted(call, key);
      assert.deepEqual([answer.status, answer.body.code], [400, 'idempotency_key_required']);
    }
  });

  test('an Idempotency-Key of other than 1 to 255 visible characters is refused', async () => {
    const call = await validCall(route, tenant);
    for (const key of ['two words', 'a'.repeat(256), 'caf\u00e9', 'tab\there', ['once', 'twice'], ['same', 'same']]) {
      const answer = await posted(call, key);
      assert.deepEqual([answer.status, answer.body.code], [400, 'idempotency_key_invalid'], String(key));
    }
    const longest = await posted(call, `!~${'a'.repeat(253 - 36)}${randomUUID()}`);
    assert.equal(longest.status, route.returns.status);
  });

  test('a refused request leaves its key free', async () => {
    const [call, key] = [await validCall(route, tenant), randomUUID()];
    const refused = await posted(call, key, { body: { ...(call.body as object), no_such_field: 1 } });
    assert.equal(refused.status, 400);
    const corrected = await posted(call, key);
    assert.equal(corrected.status, route.returns.status, corrected.text);
    assert.equal(corrected.headers['idempotent-replayed'], undefined);
  });

  if ('replay' in route && route.replay === 'none') {
    test('a repeat is a call of its own, whatever its body, and nothing of it is kept', async () => {
      const [call, key] = [await validCall(route, tenant), randomUUID()];
      const answers = [
        await posted(call, key),
        await posted(call, key),
        await posted(call, key, { body: call.otherBody }),
      ];
      for (const { status, headers } of answers)
        assert.deepEqual([status, headers['idempotent-replayed']], [route.returns.status, undefined]);
      assert.equal(new Set(answers.map(({ text }) => text)).size, answers.length);
      const query = [['key', key]] as const;
      assert.deepEqual((await tenant.call({ method: 'GET', path: '/idempotency-keys', query })).body.data, []);
    });
    return;
  }

  test('a repeat is answered as the first time and says that it is one', async () => {
    const [call, key] = [await validCall(route, tenant), randomUUID()];
    const first = await posted(call, key);
    assert.equal(first.status, route.returns.status, first.text);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    for (const repeat of [await posted(call, key), await posted(call, key)]) {
      assert.equal(repeat.headers['idempotent-replayed'], 'true');
      const { 'idempotent-replayed': _, ...headers } = plain(repeat).headers;
      assert.deepEqual({ ...plain(repeat), headers }, plain(asRepeated(route, first)));
    }
  });

  test('a repeat may have another order of members and other white space', async () => {
    const [call, key] = [await validCall(route, tenant), randomUUID()];
    const first = await posted(call, key);
    const repeat = await posted(call, key, { text: JSON.stringify(reversed(call.body), undefined, 3) });
    assert.equal(repeat.headers['idempotent-replayed'], 'true', repeat.text);
    assert.equal(textOf(repeat), textOf(asRepeated(route, first)));
  });

  test('a key does not take another body', async () => {
    if (!fullBodies(route).some((body) => placesIn(body).length > 0)) return; // Without fields there is no other body.
    const [call, key] = [await validCall(route, tenant), randomUUID()];
    const first = await posted(call, key);
    const other = await posted(call, key, { body: call.otherBody });
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
    assert.equal(textOf(await posted(call, key)), textOf(asRepeated(route, first)));
  });

  test('a key may be used again for another resource', async () => {
    const [one, other, key] = [await validCall(route, tenant), await validCall(route, tenant), randomUUID()];
    const [first, second] = [await posted(one, key), await posted(other, key, { body: one.body })];
    // Without a parameter in the path there is no other resource, and this is a repeat.
    const repeats = Object.keys(one.params).length === 0 ? 'true' : undefined;
    assert.equal(second.headers['idempotent-replayed'], repeats);
    // An answer that names no resource may be the same for two.
    if (first.body?.id !== undefined)
      assert.equal(textOf(second) === textOf(asRepeated(route, first)), repeats === 'true');
  });

  if ('replay' in route && route.replay === 'reread' && isDeletable(route))
    test('a repeat shows what the resource is now, and no more once it is deleted', async () => {
      const [call, key] = [await validCall(route, tenant), randomUUID()];
      const { body } = await posted(call, key);
      const path = `/${route.path.split('/')[1]}/${body.id}`;
      const { body: changed } = await tenant.call({ method: 'PATCH', path, body: { metadata: { moved: 'on' } } });
      const repeat = await posted(call, key);
      assert.deepEqual([repeat.headers['idempotent-replayed'], repeat.body], ['true', changed]);
      await tenant.call({ method: 'DELETE', path });
      const gone = await posted(call, key);
      assert.deepEqual([gone.status, gone.body.code], [404, `${body.object}_not_found`]);
    });

  if (operationOf(route).requestBody.required) return;

  test('no body, an empty one and an empty object are the same request', async () => {
    const [call, key] = [await validCall(route, tenant), randomUUID()];
    const first = await posted(call, key, { body: undefined });
    assert.equal(first.status, route.returns.status, first.text);
    const forms = [
      { body: {} },
      { text: '' },
      { text: ' {} ' },
      { body: undefined, headers: { 'content-type': 'text/plain' } },
    ];
    for (const form of forms) {
      const repeat = await posted(call, key, form);
      assert.equal(repeat.headers['idempotent-replayed'], 'true', repeat.text);
      assert.equal(textOf(repeat), textOf(asRepeated(route, first)));
    }
  });
};

/** Whether what a route makes can be deleted where it was made. */
const isDeletable = ({ path }: AnyRoute): boolean =>
  routes.some((other) => other.method === 'DELETE' && other.path.startsWith(path.replace(/\/\{.*/, '')));

/** The same JSON with its members the other way round, at every level. */
const reversed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
};
