import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { everyRoute } from '../../functions/app/routes.ts';
import type { ApiErrorItem } from '../../functions/core/api-error.ts';
import { catalogue } from '../../functions/core/error-catalogue.ts';
import type { Route } from '../../functions/core/route.ts';
import { problemItems } from '../../functions/core/validation.ts';
import type { Any } from '../../test/helpers/printed-document.ts';
import { test } from '../../test/helpers/tests.ts';
import { fullBodies, placesIn } from '../../test/helpers/wrong-bodies.ts';
import de from '../src/texts/de.json' with { type: 'json' };
import en from '../src/texts/en.json' with { type: 'json' };
import { errorText, itemsByField, itemText, placeText } from '../src/texts/errors.ts';
import { healthText } from '../src/texts/webhooks.ts';

/** The errors of the contract about a body of a route, each of whose values is wrong once. */
const rejected = (route: Route): { readonly item: ApiErrorItem; readonly wrong: string }[] =>
  bodiesOf(route).flatMap((body) =>
    placesIn(body).flatMap((path) =>
      ['!', 'x', 'Ж', '1.234', 'A'.repeat(30), ...invisible].flatMap((wrong) => {
        const input = structuredClone(body);
        const within = path.slice(0, -1).reduce((value, name) => value[name], input as Any);
        within[path.at(-1) ?? ''] =
          typeof within[path.at(-1) ?? ''] === 'number' ? Number(wrong) || wrong : wrong;
        const { error } = z.safeParse(route.body as z.core.$ZodType, input);
        const items = problemItems(error?.issues ?? [], { in: 'body', input });
        return items
          .filter(
            (one) =>
              wrongForms.includes(one.code) && 'pointer' in one && !untyped.test(one.pointer),
          )
          .map((item) => ({ item, wrong }));
      }),
    ),
  );

const nothing = {
  feature: null,
  attempts_left: null,
  retry_after_seconds: null,
  issuer_reason: null,
};

test('no error shows a person a backtick, a header, a field or a path of the API', () => {
  for (const code of [...Object.keys(catalogue), 'a_later_code'])
    assert.doesNotMatch(
      errorText({ ...nothing, code }),
      /`|\/|_|undefined|null|Idempotency-Key|retry-after/i,
      code,
    );
});

test('each error of the API has one sentence in each language, which is its own', () => {
  for (const code of Object.keys(catalogue) as (keyof typeof catalogue)[]) {
    const [english, german] = [en.errors.sentences[code], de.errors.sentences[code]];
    for (const text of [english, german])
      assert.match(text.replaceAll(/\{\w+\}/g, 'X'), /^\p{Lu}[^`/_]+$/u, code);
    assert.notEqual(english, german, code);
    assert.doesNotMatch(english, new RegExp(catalogue[code].detail.slice(0, 20)), code);
  }
});

test('an error names its particulars: the feature, the attempts left, how long to wait', () => {
  const text = (code: string, one: Partial<typeof nothing> | object) =>
    errorText({ ...nothing, ...one, code });
  const lacking = text('feature_not_active', { feature: 'virtual_cards' });
  assert.equal(lacking, 'Virtual cards are not active for this customer');
  assert.equal(
    text('activation_locked', { retry_after_seconds: 240 }),
    'Too many attempts. Try again in 4 minutes.',
  );
  assert.equal(
    text('rate_limited', { retry_after_seconds: 1 }),
    'Too many requests. Try again in 1 second.',
  );
  assert.match(text('last4_mismatch', { attempts_left: 2 }), / 2 attempts left\.$/);
});

test('one input is named in words, and the API’s sentence is shown unless it speaks to programs', () => {
  assert.equal(
    placeText({ pointer: '/address/postal_code', code: 'required', detail: '' }),
    'Address, postal code',
  );
  assert.equal(
    placeText({ pointer: '/event_types/0', code: 'required', detail: '' }),
    'Event types, 1',
  );
  assert.equal(placeText({ parameter: 'query.limit', code: 'too_big', detail: '' }), 'Limit');
  const https = { code: 'invalid_value', detail: 'Webhooks are sent over https only.' } as const;
  assert.equal(itemText({ ...https, pointer: '/url' }), https.detail);
  const forPrograms = ['Takes `*` or one strong tag.', 'Must match ^[a-z]+$.', 'See /address.'];
  for (const detail of forPrograms)
    assert.equal(itemText({ ...wrongFormat, detail }), itemText(wrongFormat));
});

const sources = globSync('dashboard/src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));

/** Bodies that the public document does not have. */
const otherBodies: Readonly<Record<string, readonly unknown[]>> = {
  'operators.invite': [{ email: 'ada@example.com', role: 'viewer' }],
  'api-keys.create': [
    { name: 'Key', scopes: ['cards:read'], allowed_ips: ['192.0.2.1'], expires_at: null },
  ],
  'webhooks.create': [{ destination: { type: 'sqs', queue_url: '' }, event_types: ['*'] }],
};

const bodiesOf = (route: Route): readonly unknown[] => [
  ...(otherBodies[route.id] ?? []),
  ...(route.reachable.includes('api') ? fullBodies(route) : []),
];

/** The routes that forms call. */
const typedRoutes: readonly Route[] = (everyRoute as readonly Route[]).filter(
  ({ id, body }) => body && sources.some((source) => source.includes(id)),
);

/** The fields that the page fills in itself. */
const untyped = /^\/(authorization_id|nonce|public_key\/.*)$/;
const wrongForms: readonly string[] = ['invalid_format', 'invalid_type', 'invalid_value'];
const invisible = ['   ', '\u0007'];

test('what form a field takes is said in both languages, for every field of every form', () => {
  const [reached, fallback]: [Set<string>, string] = [new Set(), en.errors.items.invalid_format];
  for (const route of typedRoutes)
    for (const { item, wrong } of rejected(route)) {
      const text = itemText(item);
      const format = Object.entries(en.errors.formats).find(([, known]) => known === text)?.[0];
      if (format) reached.add(format);
      else if (item.code === 'invalid_format')
        assert.ok(
          text === fallback && invisible.includes(wrong),
          `${route.id} ${placeText(item)}: ${text} (${wrong})`,
        );
    }
  assert.deepEqual([...reached].toSorted(), Object.keys(en.errors.formats).toSorted());
  for (const [name, text] of Object.entries(en.errors.formats))
    assert.notEqual(text, de.errors.formats[name as keyof typeof de.errors.formats], name);
});

test('what the API expects of one input is asked for in words, and said once', () => {
  const text = (
    code: 'too_short' | 'too_long' | 'invalid_format' | 'invalid_type' | 'too_big',
    detail: string,
    name = '',
  ) => itemText({ code, detail, pointer: `/${name}` });
  assert.equal(text('too_short', 'Must have at least 1 character.'), 'Enter a value.');
  assert.equal(text('too_long', 'Must have at most 40 characters.'), 'Use at most 40 characters.');
  assert.equal(
    text('invalid_format', 'Must be a letter.'),
    'Enter visible characters, not only spaces.',
  );
  const share = 'Enter a share with at most two decimals, such as 33.33.';
  assert.equal(text('invalid_type', 'Must be a number.', 'ownership_percent'), share);
  // Minor units mean nothing to a person.
  assert.equal(text('too_big', 'Must be at most 100000000.'), 'This value is too large.');
  const twice = [item('/url'), item('/url'), { ...wrongFormat, pointer: '/url' }, item('/url')];
  assert.deepEqual(itemsByField(twice, ['/url']).fields, { '/url': 'Enter a value.' });
});

const wrongFormat = { code: 'invalid_format', detail: 'Must match x.', pointer: '/a' } as const;

const item = (pointer: string, detail = 'Must be given.') =>
  ({ pointer, code: 'required', detail }) as const;

test('an item is shown at its field, and at the field that holds it', () => {
  const { fields, others } = itemsByField(
    [item('/url'), item('/event_types/0', 'No.')],
    ['/url', '/event_types'],
  );
  assert.deepEqual(fields, { '/url': 'Enter a value.', '/event_types': 'No.' });
  assert.deepEqual(others, []);
});

test('of two fields the nearest has the item, and a field with the same beginning has not', () => {
  const { fields } = itemsByField(
    [item('/address/city')],
    ['/address', '/address/city', '/address/ci'],
  );
  assert.deepEqual(Object.keys(fields), ['/address/city']);
});

test('several items of one field are all shown', () => {
  const { fields } = itemsByField([item('/url', 'One.'), item('/url', 'Two.')], ['/url']);
  assert.equal(fields['/url'], 'One. Two.');
});

test('an item of no field is left over: it is shown above the button', () => {
  const parameter = {
    parameter: 'query.limit',
    code: 'too_big',
    detail: 'Must be smaller.',
  } as const;
  const { fields, others } = itemsByField([item('/metadata'), parameter], ['/url']);
  assert.deepEqual(fields, {});
  assert.deepEqual(others, [item('/metadata'), parameter]);
});

test('an endpoint that nothing was sent to is not called healthy', () => {
  const [past, next] = [
    { last_success_at: null, last_failure_at: null },
    { next_probe_at: null, paused_until: null },
  ];
  const untried = {
    state: 'healthy',
    since: null,
    consecutive_failures: 0,
    ...past,
    ...next,
  } as const;
  assert.equal(healthText(untried), 'No attempts yet');
  assert.equal(healthText({ ...untried, since: '2026-11-20T15:00:00.000Z' }), 'Healthy');
});
