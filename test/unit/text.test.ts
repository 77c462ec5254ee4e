import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { routes } from '../../functions/app/routes.ts';
import { holdsHidden, withoutHidden } from '../../functions/core/text.ts';
import { text } from '../../functions/core/text-fields.ts';
import { test } from '../helpers/tests.ts';

const names = [
  'علی\u200cرضا',
  'می\u200cخواهم',
  'ශ්\u200dරී',
  'क्\u200dष',
  'क्\u200cष',
  // Within a conjunct: ya-phalaa after ra in Bengali, the same in Assamese, explicit forms of Kannada, touching letters of Sinhala.
  ...[
    'র\u200d্যা',
    'র\u200d্যাব',
    'ৰ\u200d্য',
    'র\u200c্য',
    'ರ\u200d್ಕ',
    'ಕ\u200c್ಷ',
    'ක\u200d්ක',
    'ර\u200d්ය',
    'র়\u200d্য',
    'ଯ\u200d୍ୟ',
  ],
  '葛\u{e0100}城',
  '❤\ufe0f',
  '4\ufe0f\u20e3',
];

const notNames = [
  ...[
    'Ada\u200c',
    '\u200cAda',
    'A\u200bda',
    'A\u200dda',
    'a\u202eb',
    'علی\u200c',
    'علی\u200dرضا',
    'ا\u200cب',
    '👩\u200d💻',
    ...[
      'র\u200dযা',
      'র\u200d্',
      'র\u200dা',
      '\u200d্য',
      'A\u200d্য',
      'র\u200d\u200d্য',
      'র\u200c\u200d্য',
      'रा\u200d्य',
    ],
  ],
  ...[
    '\ufe0f',
    'A\ufe00da',
    'A\u{e0100}',
    '葛\u{e0100}\u{e0100}',
    '4\ufe0f2',
    '🏴\u{e0067}\u{e007f}',
    'A\u{e0041}',
    'A\u{e0001}',
  ],
  ...[
    '\ufff9A\ufffaB\ufffb',
    'A\u17b4',
    'A\u{1d173}',
    'A\ufeffda',
    'A\ud800',
    '\udc00A',
    'a\tb',
    'a\u0085',
  ],
];

test('joiners and variation selectors stand where a script needs them, and nothing else is hidden', () => {
  for (const name of names) assert.ok(!holdsHidden(name), JSON.stringify(name));
  for (const name of notNames) assert.ok(holdsHidden(name), JSON.stringify(name));
});

test('what is hidden is what a text loses with all that is not seen, but for joiners and selectors in their place', () => {
  const unit = fc.integer({ min: 0, max: 0xe0fff }).map((code) => String.fromCodePoint(code));
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      assert.ok(!holdsHidden(withoutHidden(text, '')));
      if (withoutHidden(text, '') === text) assert.ok(!holdsHidden(text));
      if (holdsHidden(text)) assert.notEqual(withoutHidden(text, ''), text);
    }),
  );
});

test('a text of joiners alone takes no longer than its length', () => {
  for (const text of [
    '\u0301\u200c'.repeat(100_000),
    'ب'.repeat(100_000) + '\u200c'.repeat(100_000),
  ])
    assert.ok(holdsHidden(text));
});

test('no response is checked by the rules of input for texts, so that what was stored stays readable', () => {
  const rules = new Set(
    [text(1), text(1, { min: 0 })].map((schema) => z.globalRegistry.get(schema)?.pattern),
  );
  const found = routes.flatMap(({ id, returns }) => {
    const patterns: unknown[] = [];
    if ('body' in returns)
      z.toJSONSchema(returns.body, {
        metadata: z.registry(),
        unrepresentable: 'any',
        override: ({ zodSchema }) => patterns.push(z.globalRegistry.get(zodSchema)?.pattern),
      });
    return patterns.some((pattern) => rules.has(pattern)) ? [id] : [];
  });
  assert.deepEqual(found, []);
});
