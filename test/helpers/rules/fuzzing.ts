import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Call } from '../call.ts';
import { type Valid, validCall } from '../examples.ts';
import { anyText } from '../random.ts';
import { placesIn, withValue } from '../wrong-bodies.ts';
import type { Rule } from './suite.ts';

/** `SOAK_RUNS=20` makes twenty times as many requests, from a seed of their own; `SOAK_SEED=7` repeats one. */
const { SOAK_RUNS, SOAK_SEED } = process.env;
const seed = Number(
  SOAK_SEED ?? (SOAK_RUNS === undefined ? 20_261_120 : Math.floor(Math.random() * 2 ** 31)),
);
const times = Number(SOAK_RUNS ?? 1);
const requests_max = 20 * times;
/** The throttles of a route that needs no key have room again for a request. */
const between_ms = 200;

/** Any input is answered as the document says, and never with a fault of the service's own. */
export const fuzzingRule: Rule = ({ service, tenant }, route, holds) => {
  holds(`whatever is sent, the answer is what the document says (seed ${seed})`, async () => {
    const property = fc.asyncProperty(anyCall(await validCall(route, tenant)), async (call) => {
      service.clock.take(between_ms);
      // The caller holds every answer against the document.
      const { status, text } = await tenant.call(call);
      assert.ok(status < 500, `${JSON.stringify(call)}: ${text}`);
    });
    await fc.assert(property, { seed, numRuns: requests_max });
  });
};

/** Values that have broken services before, and any other. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      '',
      ' ',
      '__proto__',
      'constructor',
      '\u0000',
      '\ud800',
      '\u202e',
      '4242424242424242',
      '9'.repeat(400),
    ],
    ...[
      0,
      -0,
      -1,
      1e308,
      2 ** 53,
      null,
      true,
      [],
      {},
      [[]],
      [null],
      { toString: 1 },
      { length: -1 },
      { $ref: '#' },
    ],
    ...[
      '0000-00-00',
      '9999-12-31',
      '2026-02-30',
      '+0',
      "' OR 1=1 --",
      '{{7*7}}',
      '../../etc',
      'a'.repeat(70_000),
    ],
  ),
  fc.jsonValue({ maxDepth: 5 }),
  anyText({ maxLength: 300 }),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 60 }),
);

/** A body that was valid, with some of its values replaced and some fields added. */
const bodyFrom = (valid: unknown): fc.Arbitrary<unknown> => {
  const places = placesIn(valid);
  const somewhere = fc.oneof(
    places.length > 0 ? fc.constantFrom(...places) : fc.constant(['x']),
    fc.string().map((name) => [name]),
  );
  const changes = fc.array(fc.tuple(somewhere, anyValue), { minLength: 1, maxLength: 3 });
  return changes.map((all) =>
    all.reduce<unknown>((body, [path, value]) => changed(body, path, value), valid),
  );
};

/** An earlier change may have taken away the place of a later one. */
const changed = (body: unknown, path: readonly string[], value: unknown): unknown => {
  try {
    return withValue(body, path, value);
  } catch {
    return body;
  }
};

/** Text cut, doubled or spoilt somewhere. */
const spoilt = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), anyText({ maxLength: 5 }), fc.nat(text.length))
    .map(([at, more, end]) => text.slice(0, at) + more + text.slice(end));

/** The characters that a header may hold on the line: none that ends it. */
const headerValue = fc.oneof(
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 300,
  }),
  fc.constantFrom(
    '',
    '*',
    '"1"',
    'W/"1"',
    '"',
    'null',
    ',',
    'application/json',
    'application/json; charset=utf-16',
    '1e9',
  ),
);

const headers = fc.dictionary(
  fc.constantFrom(
    'x-tenant-id',
    'idempotency-key',
    'content-type',
    'if-match',
    'if-none-match',
    'accept',
    'cookie',
    'x-forwarded-for',
  ),
  headerValue,
  { maxKeys: 2 },
);

const query = (valid: Valid): fc.Arbitrary<NonNullable<Call['query']>> => {
  const names = [
    'limit',
    'cursor',
    'created_after',
    'created_before',
    'email',
    'external_id',
    'status',
    'key',
  ];
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '-1',
      '1e3',
      '2026-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      'AAAA',
      'a'.repeat(3000),
    ),
  );
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 10 })), texts);
  return fc.array(pair, { maxLength: 3 }).map((more) => [...(valid.query ?? []), ...more]);
};

/** Segments that stay within the route when they are not decoded. */
const segment = fc.oneof(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%2f',
    '..',
    '.',
    '%2e%2e',
    'cus_',
    'cus_00000000000000000000000000',
    ';a=b',
    '{customer_id}',
  ),
);

const path = ({ path: valid, params }: Valid): fc.Arbitrary<string> =>
  segment.map((text) =>
    Object.values(params).reduce((whole, id) => whole.replace(id, () => text), valid),
  );

/** A request that began as a valid one: its path, query, headers and body are each left alone or made worse. */
const anyCall = (valid: Valid): fc.Arbitrary<Call> => {
  const text = JSON.stringify(valid.body ?? {});
  const sometimes = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight: number) =>
    fc.oneof({ weight, arbitrary }, { weight: 10 - weight, arbitrary: fc.constant(otherwise) });
  const body = fc.oneof(
    {
      weight: 6,
      arbitrary: bodyFrom(valid.body ?? {}).map((changedBody) => ({ body: changedBody })),
    },
    { weight: 1, arbitrary: anyValue.map((value) => ({ body: value })) },
    { weight: 2, arbitrary: spoilt(text).map((other) => ({ text: other })) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ text: Buffer.from(bytes) })),
    },
  );
  return fc
    .record({
      method: fc.constant(valid.method),
      path: sometimes(path(valid), valid.path, 2),
      query: sometimes(query(valid), valid.query ?? [], 3),
      headers: sometimes(headers, {}, 4),
      sent: sometimes(body as fc.Arbitrary<object>, { body: valid.body }, 6),
    })
    .map(({ sent, ...call }) => ({ ...call, ...sent }));
};
