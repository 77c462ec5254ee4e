import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { routes } from '../../../functions/app/routes.ts';
import { DeliveryResource } from '../../../functions/delivery/deliveries/schema.ts';
import type { Call } from '../call.ts';
import { type AnyRoute, type Valid, validCall } from '../examples.ts';
import { operationOf } from '../printed-document.ts';
import { asRepeated, lasting, plain, type Rule } from './suite.ts';
import type { UnservedRule } from './unserved.ts';

/** A POST needs a key, acts once for it, and answers a repeat as the first time, but for a secret that is shown once. */
export const idempotencyRule: Rule = ({ tenant, stranger }, route, holds) => {
  if (route.method !== 'POST') return;
  const posted = (
    call: Valid,
    key: string | readonly string[] | undefined,
    more: Partial<Call> = {},
  ) => tenant.call({ ...call, ...more, headers: { 'idempotency-key': key, ...more.headers } });

  if ('idempotency' in route && route.idempotency === 'none') {
    holds('a repeat is a separate call, whatever its body, and nothing of it is kept', async () => {
      const [call, key] = [await validCall(route, tenant), randomUUID()];
      const answers = [
        await posted(call, key),
        await posted(call, key),
        await posted(call, key, { body: call.otherBody }),
      ];
      for (const { status, headers } of answers)
        assert.deepEqual(
          [status, headers['idempotent-replayed']],
          [route.returns.status, undefined],
        );
      assert.equal(new Set(answers.map(({ text }) => text)).size, answers.length);
      const query = [['key', key]] as const;
      assert.deepEqual(
        (await tenant.call({ method: 'GET', path: '/idempotency-keys', query })).body.data,
        [],
      );
    });
    return;
  }

  holds(
    'an error leaves its key free; a repeat is answered as the first time; a key does not take another body',
    async () => {
      const [call, key] = [await validCall(route, tenant), randomUUID()];
      const { required } = operationOf(route).requestBody;
      const body = required ? call.body : undefined;
      const refused = await posted(call, key, {
        body: { ...(call.body as object), no_such_field: 1 },
      });
      assert.equal(refused.status, 400, refused.text);
      const first = await posted(call, key, { body });
      assert.deepEqual(
        [first.status, first.headers['idempotent-replayed']],
        [route.returns.status, undefined],
        first.text,
      );
      const repeats = [{ body }, { text: JSON.stringify(reversed(body ?? {}), undefined, 3) }];
      const empty = { body: undefined, text: '', headers: { 'content-type': 'text/plain' } };
      for (const form of required ? repeats : [...repeats, empty]) {
        const repeat = await posted(call, key, form);
        assert.equal(repeat.headers['idempotent-replayed'], 'true', repeat.text);
        const { 'idempotent-replayed': _, ...headers } = plain(lasting(repeat)).headers;
        assert.deepEqual(
          { ...plain(lasting(repeat)), headers },
          plain(lasting(asRepeated(route, first))),
        );
      }
      if (call.otherBody === undefined) return; // Without fields there is no other body.
      const other = await posted(call, key, { body: required ? call.otherBody : call.body });
      const differs = required || JSON.stringify(call.body) !== '{}';
      if (differs)
        assert.deepEqual(
          [other.status, other.body.code],
          [422, 'idempotency_key_reused'],
          other.text,
        );
      const another = await posted(call, key, { body: call.otherBody });
      assert.deepEqual(
        [another.status, another.body.code],
        [422, 'idempotency_key_reused'],
        another.text,
      );
    },
  );

  // The ids of a path tell two businesses apart by themselves.
  if (!route.path.includes('{'))
    holds('a key that one business has used is free for another', async () => {
      const key = randomUUID();
      for (const by of [tenant, stranger]) {
        const answer = await by.call({
          ...(await validCall(route, by)),
          headers: { 'idempotency-key': key },
        });
        const replayed = answer.headers['idempotent-replayed'];
        assert.deepEqual([answer.status, replayed], [route.returns.status, undefined], answer.text);
      }
    });

  if ('idempotency' in route && route.idempotency === 'refreshed' && isDeletable(route))
    holds('a repeat shows what the resource is now, and no more once it is deleted', async () => {
      const [call, key] = [await validCall(route, tenant), randomUUID()];
      const { body } = await posted(call, key);
      const [, resources] = route.path.split('/');
      const path = `/${resources}/${body.id}`;
      const change =
        resources === 'authorization-endpoints'
          ? { timeout_ms: 900 }
          : { metadata: { moved: 'on' } };
      const { body: changed } = await tenant.call({ method: 'PATCH', path, body: change });
      const repeat = await posted(call, key);
      assert.deepEqual([repeat.headers['idempotent-replayed'], repeat.body], ['true', changed]);
      await tenant.call({ method: 'DELETE', path });
      const gone = await posted(call, key);
      assert.deepEqual([gone.status, gone.body.code], [404, `${body.object}_not_found`]);
    });
};

/** The forms that a key may have, and the bodies that may be left out. */
export const keySyntaxRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  if (route.method !== 'POST') return;
  const under = (key: string | string[] | undefined, more: Partial<Call> = {}) =>
    send({ ...call, ...more, headers: { 'idempotency-key': key, ...more.headers } });

  holds('a POST without Idempotency-Key is rejected', async () => {
    for (const key of [undefined, '']) {
      const answer = await under(key);
      assert.deepEqual([answer.status, answer.body.code], [400, 'idempotency_key_required']);
    }
  });

  holds('an Idempotency-Key of other than 1 to 255 visible characters is rejected', async () => {
    for (const key of ['two words', 'a'.repeat(256), 'caf\u00e9', 'tab\there', ['once', 'twice']]) {
      const answer = await under(key);
      assert.deepEqual(
        [answer.status, answer.body.code],
        [400, 'idempotency_key_invalid'],
        String(key),
      );
    }
    for (const key of ['!', `!~${'a'.repeat(253)}`, ['same', 'same']])
      assert.equal((await under(key)).status, route.returns.status);
  });

  if (operationOf(route).requestBody.required) return;
  holds('no body, an empty one and an empty object are taken, of whatever type', async () => {
    const plainly = { 'content-type': 'text/plain' };
    for (const form of [
      { body: undefined },
      { body: {} },
      { text: '' },
      { text: ' {} ' },
      { body: undefined, headers: plainly },
    ])
      assert.equal((await under('k', form)).status, route.returns.status, JSON.stringify(form));
  });
};

/** Whether what a route makes can be deleted where it was made. */
const isDeletable = ({ path, returns }: AnyRoute): boolean =>
  routes.some(
    (other) => other.method === 'DELETE' && other.path.startsWith(path.replace(/\/\{.*/, '')),
  ) &&
  // A resource that a route starts below another may be something else, which is not deleted with
  // it.
  'body' in returns &&
  returns.body !== DeliveryResource;

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
