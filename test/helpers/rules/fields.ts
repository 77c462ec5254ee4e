import assert from 'node:assert/strict';
import type { ApiErrorItem } from '../../../functions/core/api-error.ts';
import type { AnyRoute } from '../examples.ts';
import { operationOf, resolved } from '../printed-document.ts';
import {
  allowedBy,
  fullBodies,
  placesIn,
  pointerOf,
  withValue,
  wrongBodies,
} from '../wrong-bodies.ts';
import type { UnservedRule } from './unserved.ts';

type Item = ApiErrorItem & { readonly pointer?: string };

/** Every field of every body: what the printed document rejects, the service rejects, at that very place. */
export const fieldsRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  if (!('body' in route)) return;
  const bodies = fullBodies(route);

  holds('what the document does not allow is rejected at its place', async () => {
    const wrong = bodies.flatMap((body) => wrongBodies(route, body));
    const withFields = bodies.filter((body) => placesIn(body).length > 0);
    assert.ok(wrong.length >= withFields.length * 5, `${wrong.length} wrong bodies were found`);
    for (const { path, body } of wrong) {
      const answer = await send({ ...call, body });
      const where = `${pointerOf(path)} of ${JSON.stringify(body).slice(0, 1000)}: ${answer.text}`;
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], where);
      const items: Item[] = answer.body.errors;
      const fits = ({ pointer = '' }: Item) => `${pointer}/`.startsWith(`${pointerOf(path)}/`);
      assert.ok(items.some(fits), where);
    }
  });

  // In a merge patch null clears a field, which not every field can be.
  if (route.method === 'POST')
    holds('null counts as left out, wherever a field can be left out', async () => {
      const { schema } = operationOf(route).requestBody.content['application/json'];
      const { properties = {}, required = [] } = resolved(schema);
      for (const name of Object.keys(properties).filter((one) => !required.includes(one))) {
        const answer = await send({ ...call, body: { ...(call.body as object), [name]: null } });
        const items: Item[] = answer.body.errors ?? [];
        assert.ok(
          !items.some(({ pointer, code }) => pointer === `/${name}` && code !== 'required'),
          answer.text,
        );
      }
    });

  holds('every unknown field is pointed at, at every level, all at once', async () => {
    for (const body of bodies) {
      const levels = levelsOf(route, body);
      const strange = levels.reduce<unknown>((whole, path) => withValue(whole, path, 'x'), body);
      const answer = await send({ ...call, body: strange });
      const unknown = (answer.body.errors as Item[]).filter(({ code }) => code === 'unknown_field');
      const pointers = unknown.map(({ pointer }) => pointer);
      assert.deepEqual(pointers.toSorted(), levels.map(pointerOf).toSorted(), answer.text);
    }
  });
};

const strange = 'no_such/field~';

/** Where an unknown field can stand: in every object that is closed. */
const levelsOf = (route: AnyRoute, body: unknown) =>
  [[], ...placesIn(body)]
    .filter((path) =>
      isObject(
        path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body),
      ),
    )
    .map((path) => [...path, strange])
    // The names of headers have a form, which this name has not.
    .filter((path) => path.at(-2) !== 'headers' && !allowedBy(route)(withValue(body, path, 'x')));

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
