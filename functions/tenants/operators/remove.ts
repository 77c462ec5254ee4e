import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { activeOwners, checkpointed, teamChanges, withLateIds } from './changes.ts';
import { beginRemoval, confirmRemoval, operatorIn, requireOwner } from './model.ts';
import { removeOperator } from './routes.ts';
import { readTeam } from './table.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(
  removeOperator,
  { transactional },
  async ({ caller, params, now, db, ifMatch, checkpoint, commit }) => {
    const read = await readTeam(db, caller.tenant_id);
    const team = await withLateIds(read, directory);
    requireOwner(team, caller.actor.id, params.operator_id);
    ifMatch(operatorIn(team, params.operator_id));
    const owners = await activeOwners(team, params.operator_id, directory);
    const started = await checkpointed(
      beginRemoval(team, params.operator_id, owners),
      team,
      checkpoint,
      read,
    );
    await directory.remove(params.operator_id);
    return commit(
      {
        changes: teamChanges(confirmRemoval(started, params.operator_id), started, now, read),
        conditions: [],
      },
      undefined,
    );
  },
);
