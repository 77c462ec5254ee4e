import { showOperator } from '../../contract/operators/operator.ts';
import { inviteOperator } from '../../contract/operators/routes.ts';
import { refuseUnlessOwner } from '../../domain/operators/team.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { cognitoDirectory } from '../../ports/operator-directory/cognito-directory.ts';
import { readTeam } from '../../store/operators/team.ts';
import { invitedBy, withLateIds } from '../../unit-of-work/team.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(
  inviteOperator,
  { idempotent },
  async ({ caller, body, now, db, checkpoint, commit }) => {
    const team = await readTeam(db, caller.tenant_id);
    refuseUnlessOwner(await withLateIds(team, directory), caller.actor.id);
    const { operator, known, changes } = await invitedBy(team, body, { directory, checkpoint, now });
    return commit({ changes, facts: [] }, showOperator(operator, known.active, caller.actor.id));
  },
);
