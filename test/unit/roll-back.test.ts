import assert from 'node:assert/strict';
import { type Aliases, rollBack, type Serving } from '../../lib/roll-back.ts';
import { test } from '../helpers/tests.ts';

const since = new Date('2026-11-26T10:00:00Z');
const [old, older, fresh] = [
  '2026-11-25T10:00:00Z',
  '2026-11-20T10:00:00Z',
  '2026-11-26T10:05:00Z',
].map((at) => new Date(at));
const published = { '9': older, '10': old, '11': fresh, $LATEST: fresh };

/** Functions by name, with what their alias names and the versions there are. */
const lambda = (
  functions: Readonly<
    Record<string, { serving?: Serving; versions?: Readonly<Record<string, Date | undefined>> }>
  >,
) => {
  const moves: string[] = [];
  const aliases: Aliases = {
    versions: async (name) =>
      Object.entries(functions[name]?.versions ?? published).map(
        ([version, at = fresh as Date]) => ({ version, at }),
      ),
    serving: async (name) => functions[name]?.serving,
    move: async (name, version) => void moves.push(`${name} ${version}`),
  };
  return { aliases, moves };
};

test('what a release changed goes back to the newest version of before it, and nothing else moves', async () => {
  const { aliases, moves } = lambda({
    changed: { serving: { version: '11', isSplit: false } },
    unchanged: { serving: { version: '10', isSplit: false } },
    split: { serving: { version: '10', isSplit: true } },
    // Its version 10 was published and rolled back.
    rolledBack: { serving: { version: '9', isSplit: true } },
    without: {},
  });
  const names = ['changed', 'unchanged', 'split', 'rolledBack', 'without'];
  const planned = await rollBack(names, since, aliases, true);
  assert.deepEqual(moves, []);
  assert.deepEqual(await rollBack(names, since, aliases, false), planned);
  assert.deepEqual(moves, ['changed 10', 'split 10', 'rolledBack 9']);
  assert.deepEqual(planned[0], { name: 'changed', from: '11', to: '10' });
});

test('nothing moves where a function has no version of before the release', async () => {
  const { aliases, moves } = lambda({
    changed: { serving: { version: '11', isSplit: false } },
    added: { serving: { version: '1', isSplit: false }, versions: { '1': fresh, $LATEST: fresh } },
  });
  await assert.rejects(
    rollBack(['changed', 'added'], since, aliases, false),
    /^Error: added has no version of before 2026-11-26/,
  );
  assert.deepEqual(moves, []);
});
