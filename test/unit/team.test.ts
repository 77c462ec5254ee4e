import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  beginChange,
  beginInvitation,
  beginRemoval,
  confirmChange,
  confirmInvitation,
  confirmRemoval,
  noTeam,
  operatorIn,
  operatorsMax,
  type Team,
  withdrawInvitation,
} from '../../functions/domain/operators/team.ts';
import type { Role } from '../../functions/domain/role.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const empty = noTeam('biz_1');

const joined = (team: Team, id: string, role: Role) =>
  confirmInvitation(beginInvitation(team, { email: `${id}@example.com`, role }, now), `${id}@example.com`, id);
const ada = joined(empty, 'ada', 'owner');
const both = joined(ada, 'bob', 'owner');
const withViewer = joined(ada, 'eve', 'viewer');

describe('an invitation', () => {
  test('makes somebody known once the directory has them', () => {
    const begun = beginInvitation(empty, { email: 'ada@example.com', role: 'owner' }, now);
    assert.throws(() => operatorIn(begun, 'ada'), { code: 'operator_not_found' });
    assert.equal(operatorIn(confirmInvitation(begun, 'ADA@example.com', 'ada'), 'ada').role, 'owner');
  });

  test('is refused for an address that is there, in whatever letters', () => {
    const again = () => beginInvitation(ada, { email: 'ADA@example.com', role: 'owner' }, now);
    assert.throws(again, { code: 'operator_exists' });
  });

  test('that was begun goes on, with its role and no other', () => {
    const begun = beginInvitation(empty, { email: 'ada@example.com', role: 'owner' }, now);
    assert.equal(beginInvitation(begun, { email: 'ada@example.com', role: 'owner' }, now), begun);
    const other = () => beginInvitation(begun, { email: 'ada@example.com', role: 'viewer' }, now);
    assert.throws(other, { code: 'operator_exists' });
    assert.deepEqual(withdrawInvitation(begun, 'ada@example.com').operators, []);
    assert.deepEqual(withdrawInvitation(ada, 'ada@example.com'), ada);
  });

  test(`ends at ${operatorsMax} people`, () => {
    let team = empty;
    for (let n = 0; n < operatorsMax; n++) team = joined(team, `p${n}`, 'viewer');
    assert.throws(() => joined(team, 'one-more', 'viewer'), { code: 'operator_limit_reached' });
  });
});

describe('the last owner', () => {
  const gone = { code: 'last_owner' };
  test('keeps the role and stays', () => {
    for (const team of [ada, withViewer]) {
      assert.throws(() => beginChange(team, 'ada', 'viewer'), gone);
      assert.throws(() => beginRemoval(team, 'ada'), gone);
    }
    assert.equal(beginChange(ada, 'ada', 'owner').operators[0]?.next_role, 'owner');
  });

  test('is who remains when the other owner is about to go, before the directory has heard of it', () => {
    for (const leaving of [beginRemoval(both, 'bob'), beginChange(both, 'bob', 'viewer')]) {
      assert.throws(() => beginRemoval(leaving, 'ada'), gone);
      assert.throws(() => beginChange(leaving, 'ada', 'developer'), gone);
    }
  });

  test('is not followed by who is only about to become one, or whose invitation is not confirmed', () => {
    assert.throws(() => beginRemoval(beginChange(withViewer, 'eve', 'owner'), 'ada'), gone);
    const invited = beginInvitation(ada, { email: 'bob@example.com', role: 'owner' }, now);
    assert.throws(() => beginRemoval(invited, 'ada'), gone);
  });

  test('may go once another is there', () => {
    const followed = confirmChange(beginChange(withViewer, 'eve', 'owner'), 'eve', now);
    const left = confirmRemoval(beginRemoval(followed, 'ada'), 'ada');
    assert.deepEqual(
      left.operators.map(({ id, role }) => [id, role]),
      [['eve', 'owner']],
    );
  });
});

test('a change is shown when the directory has done it, and what was begun goes on', () => {
  const begun = beginChange(withViewer, 'eve', 'developer');
  assert.deepEqual([operatorIn(begun, 'eve').role, operatorIn(begun, 'eve').version], ['viewer', 1]);
  assert.equal(beginChange(begun, 'eve', 'developer'), begun);
  assert.throws(() => beginChange(begun, 'eve', 'reviewer'), { code: 'role_change_under_way' });
  const { role, next_role, version, updated_at } = operatorIn(confirmChange(begun, 'eve', now), 'eve');
  assert.deepEqual([role, next_role, version, updated_at], ['developer', null, 2, now.toISOString()]);
  assert.equal(beginRemoval(beginRemoval(both, 'bob'), 'bob').operators.length, 2);
});

test('nobody unknown is changed or removed', () => {
  for (const act of [() => beginChange(ada, 'eve', 'viewer'), () => beginRemoval(ada, 'eve')])
    assert.throws(act, { code: 'operator_not_found' });
});
