import assert from 'node:assert/strict';
import type { Valid } from '../examples.ts';
import { operationOf } from '../printed-document.ts';
import type { UnservedRule } from './unserved.ts';

/** The most a body may hold, in bytes of UTF-8. */
const body_bytes_max = 262_144;

/** The bodies that may be sent at all, before anybody asks what they say. */
export const bodiesRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  holds('a body over the limit is rejected, whatever it holds', async () => {
    const tooMany = ['{"a":"'.padEnd(body_bytes_max + 1, 'x'), 'é'.repeat(body_bytes_max / 2 + 1)];
    for (const text of [...tooMany, Buffer.alloc(300_000, ' ')]) {
      const answer = await send({ ...call, text });
      assert.deepEqual(
        [answer.status, answer.body.code],
        [413, 'body_too_large'],
        `${text.length}`,
      );
    }
  });

  holds('a body of exactly the limit is taken', async () => {
    const text = (call.body === undefined ? '' : JSON.stringify(call.body)).padEnd(
      body_bytes_max,
      ' ',
    );
    const bytes = Buffer.byteLength(text);
    const answer = await send({
      ...call,
      text: text.slice(0, text.length - (bytes - body_bytes_max)),
    });
    assert.equal(answer.status, route.returns.status, answer.text);
  });

  if (!('body' in route)) return;
  const asType = (call: Valid, type: string | undefined) =>
    send({ ...call, headers: { 'content-type': type } });

  holds('a body of another type than JSON is rejected', async () => {
    const types = [
      undefined,
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'text/json',
    ];
    const ofPatches = route.method === 'PATCH' ? [] : ['application/merge-patch+json'];
    for (const type of [...types, ...ofPatches]) {
      const answer = await asType(call, type);
      assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'], type);
    }
  });

  holds('the type of a body may have parameters and any case', async () => {
    const ofPatches =
      route.method === 'PATCH' ? ['application/merge-patch+json; charset=utf-8'] : [];
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;v=1',
      ...ofPatches,
    ]) {
      assert.equal((await asType(call, type)).status, route.returns.status, type);
    }
  });

  if (operationOf(route).requestBody.required)
    holds('no body is rejected where one is required, with an item', async () => {
      for (const form of [{ body: undefined }, { body: undefined, text: '' }]) {
        const answer = await send({ ...call, ...form });
        assert.deepEqual(
          [answer.status, answer.body.code],
          [400, 'validation_failed'],
          answer.text,
        );
        assert.ok(
          answer.body.errors.every(({ code }: { code: string }) => code === 'required'),
          answer.text,
        );
      }
    });

  holds('what is not JSON is rejected', async () => {
    const texts = [
      '{',
      '{"a":1,}',
      "{'a':1}",
      'nothing',
      '{"a":1}{"b":2}',
      '\u0000',
      '[1,',
      '{"a":NaN}',
      '\ufeff{}',
    ];
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    for (const text of [...texts, ...deep, bytes]) {
      const answer = await send({ ...call, text });
      assert.deepEqual(
        [answer.status, answer.body.code],
        [400, 'malformed_json'],
        text.toString().slice(0, 50),
      );
    }
  });

  holds('JSON that is no object is rejected', async () => {
    const nothing = operationOf(route).requestBody.required ? ['null'] : [];
    for (const text of [...nothing, 'true', '1', '"text"', '[]', '[{}]', '1e400', '-0']) {
      const answer = await send({ ...call, text });
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], text);
      assert.equal(answer.body.errors[0].pointer, '', answer.text);
    }
  });
};

/** Deeper than 32 levels: just so, and so deep that recursion would end the process. */
const deep = [33, 20_000].flatMap((levels) => [
  `${'['.repeat(levels)}${']'.repeat(levels)}`,
  `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
]);
