import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gathering } from '../../../functions/runtime/gathering.ts';

/** What was asked together, of so many as are under way. */
const aGathering = (underWay: () => number) => {
  const asked: string[][] = [];
  const ask = gathering(async (questions: readonly string[]) => {
    asked.push([...questions]);
    return questions.map((question) => question.toUpperCase());
  }, underWay);
  return { ask, asked };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('it is asked once all who are under way have asked, though not in the same turn', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, asked } = aGathering(() => 3);
  const late = async (question: string) => {
    await turn();
    return ask(question);
  };
  assert.deepEqual(await Promise.all([ask('a'), ask('b'), late('c')]), ['A', 'B', 'C']);
  assert.deepEqual(asked, [['a', 'b', 'c']]);
  t.mock.timers.tick(10);
  assert.equal(asked.length, 1, 'nothing is asked for nobody');
});

test('it is asked after a moment without whoever does not ask, and at once with whoever asks twice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const some = aGathering(() => 2);
  const answer = some.ask('a');
  await turn();
  assert.deepEqual(some.asked, []);
  t.mock.timers.tick(10);
  assert.equal(await answer, 'A');
  let underWay = 0;
  const more = aGathering(() => ++underWay);
  assert.deepEqual(await Promise.all([more.ask('a'), more.ask('b')]), ['A', 'B']);
  await turn();
  assert.deepEqual([some.asked, more.asked], [[['a']], [['a', 'b']]]);
});
