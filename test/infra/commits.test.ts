import assert from 'node:assert/strict';
import { test } from 'node:test';
import { git } from '../../bin/git.ts';

/** The last commit from before subjects had a form. */
const before = 'cd381cef272a1d943b02506c2cc33e165442b0d2';
const length_max = 65;

/** Why CONTRIBUTING.md does not take a subject; undefined if it does. */
const faultOf = (subject: string): string | undefined => {
  if (subject.length > length_max) return `${subject.length} characters`;
  if (!/^[a-z0-9][a-z0-9 -]*: [A-Z]/.test(subject)) return 'not "area: Imperative what"';
  return undefined;
};

/** The subjects of the commits since then; undefined where git has not that history, as in a shallow clone. */
const newSubjects = (): string[] | undefined => {
  try {
    return git('log', '--no-merges', '--format=%s', `${before}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return undefined;
  }
};

const subjects = newSubjects();

test('the subject of a new commit is "area: Imperative what", of at most 65 characters', {
  skip: subjects === undefined && `git does not have ${before}`,
}, () => {
  const faults = (subjects ?? []).flatMap((subject) => {
    const fault = faultOf(subject);
    return fault === undefined ? [] : [`${subject}: ${fault}`];
  });
  assert.deepEqual(faults, []);
});

test('a subject without an area, with a small letter, or too long is refused', () => {
  assert.equal(faultOf('cards: Freeze several at once'), undefined);
  for (const subject of [
    'Freeze several',
    'cards: freeze several',
    'Cards: Freeze',
    `cards: F${'o'.repeat(60)}`,
  ])
    assert.ok(faultOf(subject), subject);
});
