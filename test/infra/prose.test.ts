import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsAbove, faultsIn, lowered } from '../../bin/prose/rules.ts';

const rulesBrokenBy = (file: string, text: string): string[] =>
  faultsIn(file, text).map(({ rule, line }) => `${line} ${rule}`);

const words = (count: number): string => Array(count).fill('word').join(' ');

describe('the linter of prose finds', () => {
  test('a sentence of more than 30 words, in a page and in a comment', () => {
    assert.deepEqual(rulesBrokenBy('README.md', `# A\n\n${words(30)}. ${words(31)}.\n`), [
      '3 long',
    ]);
    assert.deepEqual(rulesBrokenBy('README.md', `${words(15)} \`a b c d\` ${words(14)}.`), []);
    // Printed lists are no sentences.
    for (const list of ['[Errors](errors.md): 400 ', 'Type: Customer or '])
      assert.deepEqual(rulesBrokenBy('docs/api/a.md', `${list}${words(31)}.`), []);
    const comment = (text: string) => `/** ${text}. */\nconst a = 1; // ${words(40)}\n`;
    assert.deepEqual(rulesBrokenBy('lib/a.ts', comment(words(31))), ['1 long']);
    assert.deepEqual(rulesBrokenBy('lib/a.ts', comment(words(30))), []);
  });

  test('a statement that begins with What, Who, Whatever or Of, but no question', () => {
    for (const opening of [
      'What reads',
      'Who signs in',
      'Whose name',
      'Whatever fails',
      'Of these',
    ])
      for (const [file, text] of [
        ['README.md', `Text. ${opening} is kept.`],
        ['lib/a.ts', `const a = 1;\n// Text. ${opening}\n// is kept.\n`],
      ] as const)
        assert.equal(faultsIn(file, text)[0]?.rule, 'opening', text);
    for (const text of [
      'What fails?',
      'Of course it is.',
      '- The log\n- Whole files',
      '`What` is.',
    ])
      assert.deepEqual(rulesBrokenBy('README.md', text), [], text);
    const block = '/**\n * One.\n *\n * - Of two.\n * What is next.\n */\n';
    assert.deepEqual(rulesBrokenBy('lib/a.ts', block), ['4 opening', '4 opening']);
  });

  test('a cell of more than 15 words', () => {
    const table = (count: number) => `Text\n\n| a | b |\n|---|---|\n| c | ${words(count)} |\n`;
    assert.deepEqual(rulesBrokenBy('README.md', table(15)), []);
    assert.deepEqual(rulesBrokenBy('README.md', table(16)), ['3 cell']);
  });

  test('a guide that does not address its reader', () => {
    const page = (yous: number) => `${'It is. '.repeat(300)}${'Do your work. '.repeat(yous)}`;
    assert.deepEqual(rulesBrokenBy('docs/guides/a.md', page(1)), ['1 you']);
    assert.deepEqual(rulesBrokenBy('docs/guides/a.md', page(2)), []);
    assert.deepEqual(rulesBrokenBy('docs/explain/a.md', page(0)), []);
  });

  test('a page of more than 1 200 words that is not printed', () => {
    const page = 'You read. '.repeat(601);
    assert.deepEqual(rulesBrokenBy('docs/explain/a.md', page), ['1 page']);
    assert.deepEqual(rulesBrokenBy('docs/api/a.md', page), []);
  });
});

describe('the list of what is allowed', () => {
  const faults = faultsIn('lib/a.ts', '// What a.\nconst a = 1;\n// Who b.\n');

  test('names a fault of a folder that has more than before', () => {
    assert.deepEqual(faultsAbove(faults, { lib: { opening: 2 } }), []);
    assert.equal(faultsAbove(faults, { lib: { opening: 1 } }).length, 2);
    assert.equal(faultsAbove(faults, { bin: { opening: 9 }, lib: { long: 9 } }).length, 2);
  });

  test('only shrinks', () => {
    const counts = { lib: { opening: 3, long: 1 }, bin: { long: 1 } };
    const allowed = { lib: { opening: 5 }, local: { long: 2 }, cli: { opening: 2, long: 2 } };
    assert.deepEqual(lowered({ ...counts, cli: { long: 4 } }, allowed), {
      lib: { opening: 3 },
      cli: { long: 2 },
    });
  });
});
