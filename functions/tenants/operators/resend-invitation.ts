import { ApiError } from '../../core/api-error.ts';
import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { invitedAgain, teamChanges, withLateIds } from './changes.ts';
import { operatorIn, requireOwner } from './model.ts';
import { resendInvitation } from './routes.ts';
import { toOperatorResource } from './schema.ts';
import { readTeam } from './table.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(
  resendInvitation,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, checkpoint, commit }) => {
    const id = params.operator_id;
    const read = await readTeam(db, caller.tenant_id);
    const team = await withLateIds(read, directory);
    requireOwner(team, caller.actor.id);
    ifMatch(operatorIn(team, id));
    const sent = await invitedAgain(team, operatorIn(team, id), {
      directory,
      checkpoint,
      now,
      read,
    });
    if (!sent) throw new ApiError('invitation_accepted');
    const resource = toOperatorResource(operatorIn(sent.after, id), undefined, caller.actor.id);
    return commit(
      { changes: teamChanges(sent.after, sent.counted, now, read), conditions: [] },
      resource,
    );
  },
);
