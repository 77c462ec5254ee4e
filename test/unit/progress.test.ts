import assert from 'node:assert/strict';
import { type Progress, withProgress } from '../../bin/progress.ts';
import { describe, test } from '../helpers/tests.ts';

const anOutput = (terminal: { readonly isTTY?: true; readonly columns?: number } = {}) => {
  const written: string[] = [];
  return { written, ...terminal, write: (text: string) => written.push(text) > 0 };
};

const clear = '\r\u001b[2K';

describe('progress', () => {
  test('on a terminal replaces the text before, fits in a line, and is gone at the end', async () => {
    const output = anOutput({ isTTY: true, columns: 10 });
    const work = withProgress(async ({ show, note }) => {
      show('1 of 20 files');
      show('2 of 20');
      note('a.js is large');
      show('3 of 20');
      throw new Error('refused');
    }, output);
    await assert.rejects(work, { message: 'refused' });
    assert.deepEqual(output.written, [
      `${clear}1 of 20 f`,
      `${clear}2 of 20`,
      `${clear}a.js is large\n`,
      `${clear}3 of 20`,
      clear,
    ]);
  });

  test('in a pipe prints plain lines, the first at once and the others seconds apart', async () => {
    const output = anOutput();
    let now = 0;
    const work = async ({ show, note, hide }: Progress) => {
      for (now of [0, 4_999, 5_000, 6_000, 10_000]) show(`after ${now} ms`);
      hide();
      note('an item is unreadable');
      return 'done';
    };
    assert.equal(await withProgress(work, output, () => now), 'done');
    assert.deepEqual(output.written, [
      'after 0 ms\n',
      'after 5000 ms\n',
      'after 10000 ms\n',
      'an item is unreadable\n',
    ]);
  });
});
