import assert from 'node:assert/strict';
import type { Role } from '../../../../functions/core/access.ts';
import {
  checkpointed,
  teamChanges,
  withLateIds,
} from '../../../../functions/tenants/operators/changes.ts';
import {
  beginChange,
  beginInvitation,
  beginRemoval,
  confirmChange,
  confirmInvitation,
  confirmRemoval,
  type Team,
} from '../../../../functions/tenants/operators/model.ts';
import { ada, everybody, now } from '../../../helpers/a-team.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('what is published of people', () => {
  const conditions = (after: Team, started: Team, read?: Team) =>
    teamChanges(after, started, now, read).flatMap((one) =>
      one.kind !== 'changed'
        ? []
        : one.events.map(({ type, resource, sequence, data, previous }) => [
            `${type} ${resource.object} ${sequence}`,
            data,
            previous,
          ]),
    );
  const at = now.toISOString();
  const id = 'opr_01h455vb4pex5vsknk084sn02q';
  const reported = (version: number, role: Role) => ({
    id,
    object: 'operator',
    created_at: at,
    updated_at: at,
    version,
    role,
  });
  const started = beginInvitation(ada, { email: 'eve@example.com', role: 'viewer' }, now);
  const joinedEve = confirmInvitation(started, 'eve@example.com', id);
  const leaving = beginRemoval(joinedEve, id, everybody);

  test('is who came, who has another role and who went, never the address', () => {
    assert.deepEqual(conditions(joinedEve, started), [
      ['operator.invited operator 1', reported(1, 'viewer'), null],
    ]);
    const developer = confirmChange(beginChange(joinedEve, id, 'developer', everybody), id, now);
    assert.deepEqual(conditions(developer, joinedEve), [
      ['operator.updated operator 2', reported(2, 'developer'), { role: 'viewer' }],
    ]);
    assert.deepEqual(conditions(confirmRemoval(leaving, id), leaving), [
      ['operator.removed operator 2', reported(2, 'viewer'), null],
    ]);
  });

  test('is also that somebody came whose invitation nobody confirmed', () => {
    assert.deepEqual(
      conditions(confirmRemoval(leaving, id), leaving, started).map(([what]) => what),
      ['operator.invited operator 1', 'operator.removed operator 2'],
    );
  });

  test('is so however many die on the way: what is written before the directory is asked leaves the late id out', async () => {
    const directory = {
      find: async () => ({
        id,
        tenant_id: started.tenant_id,
        active: false,
        has_second_factor: false,
      }),
    };
    let stored: Team = { ...started, version: 1 };
    const checkpoint: Parameters<typeof checkpointed>[2] = async ({ writes }) => {
      const [write] = writes;
      stored = write?.kind === 'put' ? (write.item as Team) : assert.fail();
    };
    const removing = async () => {
      const read = stored;
      const team = await withLateIds(read, directory);
      return {
        read,
        going: await checkpointed(beginRemoval(team, id, everybody), team, checkpoint, read),
      };
    };
    const first = await removing();
    assert.deepEqual(
      [stored.version, stored.operators[1]?.leaving, stored.operators[1]?.id],
      [2, true, null],
    );
    assert.equal(first.going.version, stored.version);
    // It died here; a repetition finds the same, and has nothing more to write down first.
    const { read, going } = await removing();
    assert.equal(stored, read);
    assert.deepEqual(
      conditions(confirmRemoval(going, id), going, read).map(([what]) => what),
      ['operator.invited operator 1', 'operator.removed operator 2'],
    );
  });

  test('is nothing while a change is only started', () => {
    assert.deepEqual(conditions(leaving, joinedEve), []);
  });
});
