import assert from 'node:assert/strict';
import {
  type checkpointed,
  invitedAgain,
} from '../../../../functions/tenants/operators/changes.ts';
import {
  beginChange,
  beginInvitation,
  beginRemoval,
  confirmChange,
  confirmInvitation,
  confirmRemoval,
  countInvitation,
  invitationsPerDayMax,
  inviteAgain,
  operatorIn,
  operatorsMax,
  roleOf,
  type Team,
  withdrawInvitation,
} from '../../../../functions/tenants/operators/model.ts';
import { ada, empty, everybody, joined, now } from '../../../helpers/a-team.ts';
import { describe, test } from '../../../helpers/tests.ts';

const yesterday = { day: '2026-11-19', started: 20 };

const both = joined(ada, 'bob', 'owner');
const withViewer = joined(ada, 'eve', 'viewer');

describe('an invitation', () => {
  test('makes somebody known once the directory has them', () => {
    const started = beginInvitation(empty, { email: 'ada@example.com', role: 'owner' }, now);
    assert.throws(() => operatorIn(started, 'ada'), { code: 'operator_not_found' });
    assert.equal(
      operatorIn(confirmInvitation(started, 'ADA@example.com', 'ada'), 'ada').role,
      'owner',
    );
  });

  test('is rejected for an address that is there, in whatever letters', () => {
    const again = () => beginInvitation(ada, { email: 'ADA@example.com', role: 'owner' }, now);
    assert.throws(again, { code: 'operator_exists' });
  });

  test('that was started goes on, with its role and no other', () => {
    const started = beginInvitation(empty, { email: 'ada@example.com', role: 'owner' }, now);
    assert.equal(
      beginInvitation(started, { email: 'ada@example.com', role: 'owner' }, now),
      started,
    );
    const other = () => beginInvitation(started, { email: 'ada@example.com', role: 'viewer' }, now);
    assert.throws(other, { code: 'operator_exists' });
    assert.deepEqual(withdrawInvitation(started, 'ada@example.com').operators, []);
    assert.deepEqual(withdrawInvitation(ada, 'ada@example.com'), ada);
  });

  test('of somebody who is leaving waits until they are gone, and is another one then', async () => {
    const bob = { email: 'bob@example.com', role: 'owner' } as const;
    for (const team of [beginInvitation(ada, bob, now), both]) {
      const operators = team.operators.map((one) => ({ ...one, leaving: one.email === bob.email }));
      assert.throws(() => beginInvitation({ ...team, operators }, bob, now), {
        code: 'operator_exists',
      });
    }
    const leaving = beginRemoval(both, 'bob', everybody);
    const find = async () => ({
      id: 'bob',
      tenant_id: 'biz_1',
      active: false,
      has_second_factor: false,
    });
    const directory = { find, remind: async () => assert.fail('an invitation was sent') };
    const again = invitedAgain(leaving, operatorIn(leaving, 'bob'), {
      directory,
      checkpoint: async () => {},
      now,
    });
    await assert.rejects(again, { code: 'operator_not_found' });
    const invited = beginInvitation(confirmRemoval(leaving, 'bob'), bob, now);
    assert.deepEqual(
      invited.operators.map(({ id }) => id),
      ['ada', null],
    );
  });

  test('is sent again as part of those of the day, to one person, with another moment', () => {
    const later = new Date(now.getTime() + 60_000);
    const again = inviteAgain(countInvitation(withViewer, later), 'eve', later);
    const { invited_at, version } = operatorIn(again, 'eve');
    assert.deepEqual([invited_at, version], [later.toISOString(), 2]);
    assert.equal(again.operators[0], withViewer.operators[0]);
    assert.equal(again.invitations?.started, (withViewer.invitations?.started ?? 0) + 1);
    const full = {
      ...withViewer,
      invitations: { day: '2026-11-20', started: invitationsPerDayMax },
    };
    assert.throws(() => countInvitation(full, later), { code: 'invitation_limit_reached' });
  });

  test('is counted before it is sent again, so that no more are sent, however many die or lose a race after it', async () => {
    let stored: Team = { ...withViewer, version: 1 };
    let sent = 0;
    const directory = {
      find: async () => ({
        id: 'eve',
        tenant_id: 'biz_1',
        active: false,
        has_second_factor: false,
      }),
      remind: async () => {
        sent += 1;
        throw new Error('it died here');
      },
    };
    const checkpoint: Parameters<typeof checkpointed>[2] = async ({ writes: [write] }) => {
      stored = write?.kind === 'put' ? (write.item as Team) : assert.fail();
    };
    const again = () =>
      invitedAgain(stored, operatorIn(stored, 'eve'), { directory, checkpoint, now });
    const left = invitationsPerDayMax - (withViewer.invitations?.started ?? 0);
    for (let n = 0; n < left; n++) await assert.rejects(again(), /it died here/);
    await assert.rejects(again(), { code: 'invitation_limit_reached' });
    assert.deepEqual([sent, operatorIn(stored, 'eve').version], [left, 1]);
  });

  test(`ends at ${operatorsMax} people`, () => {
    let team = empty;
    for (let n = 0; n < operatorsMax; n++)
      team = joined({ ...team, invitations: yesterday }, `p${n}`, 'viewer');
    assert.throws(() => joined(team, 'one-more', 'viewer'), { code: 'operator_limit_reached' });
  });

  test(`ends for the day at ${invitationsPerDayMax}, and those count who left or are another business’s`, () => {
    let team = ada;
    for (let n = 1; n < invitationsPerDayMax; n++)
      team =
        n % 2 === 0
          ? confirmRemoval(joined(team, `p${n}`, 'viewer'), `p${n}`)
          : withdrawInvitation(
              beginInvitation(team, { email: `p${n}@example.com`, role: 'viewer' }, now),
              `p${n}@example.com`,
            );
    assert.deepEqual(team.operators, ada.operators);
    const oneMore = (at: Date) =>
      beginInvitation(team, { email: 'eve@example.com', role: 'viewer' }, at);
    // 2026-11-20T15:04:05.123Z is so many seconds before the next day, rounded up.
    const details = { retry_after_seconds: 32_155 };
    assert.throws(() => oneMore(now), { code: 'invitation_limit_reached', details });
    assert.deepEqual(oneMore(new Date('2026-11-21T00:00:00Z')).invitations, {
      day: '2026-11-21',
      started: 1,
    });
  });

  test('that was started is the same one again, and counts once', () => {
    const started = beginInvitation(empty, { email: 'ada@example.com', role: 'owner' }, now);
    const full = { ...started, invitations: { day: '2026-11-20', started: invitationsPerDayMax } };
    assert.equal(beginInvitation(full, { email: 'ada@example.com', role: 'owner' }, now), full);
  });
});

describe('the last owner', () => {
  const gone = { code: 'last_owner' };
  test('keeps the role and stays', () => {
    for (const team of [ada, withViewer]) {
      assert.throws(() => beginChange(team, 'ada', 'viewer', everybody), gone);
      assert.throws(() => beginRemoval(team, 'ada', everybody), gone);
    }
    assert.equal(beginChange(ada, 'ada', 'owner', everybody).operators[0]?.next_role, 'owner');
  });

  test('is who remains when the other owner is about to go, before the directory has learned of it', () => {
    for (const leaving of [
      beginRemoval(both, 'bob', everybody),
      beginChange(both, 'bob', 'viewer', everybody),
    ]) {
      assert.throws(() => beginRemoval(leaving, 'ada', everybody), gone);
      assert.throws(() => beginChange(leaving, 'ada', 'developer', everybody), gone);
    }
  });

  test('is not followed by who is only about to become one, or whose invitation is not confirmed', () => {
    assert.throws(
      () => beginRemoval(beginChange(withViewer, 'eve', 'owner', everybody), 'ada', everybody),
      gone,
    );
    const invited = beginInvitation(ada, { email: 'bob@example.com', role: 'owner' }, now);
    assert.throws(() => beginRemoval(invited, 'ada', everybody), gone);
  });

  test('who has signed in is not followed by who was only invited', () => {
    const onlyAda = (id: string) => id === 'ada';
    assert.throws(() => beginRemoval(both, 'ada', onlyAda), gone);
    assert.throws(() => beginChange(both, 'ada', 'viewer', onlyAda), gone);
    assert.equal(beginRemoval(both, 'bob', onlyAda).operators[1]?.leaving, true);
  });

  test('who never signed in may go, even as the last', () => {
    const nobody = () => false;
    assert.equal(beginRemoval(both, 'ada', nobody).operators[0]?.leaving, true);
    assert.throws(() => beginRemoval(ada, 'ada', nobody), gone);
  });

  test('may go once another is there', () => {
    const followed = confirmChange(beginChange(withViewer, 'eve', 'owner', everybody), 'eve', now);
    const left = confirmRemoval(beginRemoval(followed, 'ada', everybody), 'ada');
    assert.deepEqual(
      left.operators.map(({ id, role }) => [id, role]),
      [['eve', 'owner']],
    );
  });
});

test('a change is shown when the directory has done it, and what was started goes on', () => {
  const started = beginChange(withViewer, 'eve', 'developer', everybody);
  assert.deepEqual(
    [operatorIn(started, 'eve').role, operatorIn(started, 'eve').version],
    ['viewer', 1],
  );
  assert.equal(beginChange(started, 'eve', 'developer', everybody), started);
  assert.throws(() => beginChange(started, 'eve', 'reviewer', everybody), {
    code: 'role_change_under_way',
  });
  const { role, next_role, version, updated_at } = operatorIn(
    confirmChange(started, 'eve', now),
    'eve',
  );
  assert.deepEqual(
    [role, next_role, version, updated_at],
    ['developer', null, 2, now.toISOString()],
  );
  assert.equal(
    beginRemoval(beginRemoval(both, 'bob', everybody), 'bob', everybody).operators.length,
    2,
  );
});

describe('the role of who calls', () => {
  const token = { operator_id: 'eve', email: 'EVE@example.com', role: 'owner' } as const;

  test('is what the team says, not the token', () => {
    assert.equal(roleOf(withViewer.operators, token), 'viewer');
    assert.equal(roleOf(undefined, token), 'owner', 'a team that was never written');
  });

  test('is none for who was removed, is about to be, or never belonged to it', () => {
    assert.equal(roleOf(confirmRemoval(withViewer, 'eve').operators, token), undefined);
    assert.equal(roleOf(beginRemoval(withViewer, 'eve', everybody).operators, token), undefined);
    assert.equal(roleOf([], token), undefined);
  });

  test('is known by the address alone until the invitation is confirmed, and no longer', () => {
    const started = beginInvitation(ada, { email: 'eve@example.com', role: 'reviewer' }, now);
    assert.equal(roleOf(started.operators, token), 'reviewer');
    assert.equal(roleOf(started.operators, { ...token, email: null }), undefined);
    const other = joined(ada, 'another', 'reviewer');
    assert.equal(roleOf(other.operators, { ...token, email: 'another@example.com' }), undefined);
  });
});

test('nobody unknown is changed or removed', () => {
  for (const act of [
    () => beginChange(ada, 'eve', 'viewer', everybody),
    () => beginRemoval(ada, 'eve', everybody),
  ])
    assert.throws(act, { code: 'operator_not_found' });
});
