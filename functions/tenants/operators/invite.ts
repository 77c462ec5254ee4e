import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { invitedBy, withLateIds } from './changes.ts';
import { requireOwner } from './model.ts';
import { inviteOperator } from './routes.ts';
import { toOperatorResource } from './schema.ts';
import { readTeam } from './table.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(
  inviteOperator,
  { idempotent },
  async ({ caller, body, now, db, checkpoint, commit }) => {
    const team = await readTeam(db, caller.tenant_id);
    requireOwner(await withLateIds(team, directory), caller.actor.id);
    const { operator, known, changes } = await invitedBy(team, body, {
      directory,
      checkpoint,
      now,
    });
    return commit(
      { changes, conditions: [] },
      toOperatorResource(operator, known, caller.actor.id),
    );
  },
);
