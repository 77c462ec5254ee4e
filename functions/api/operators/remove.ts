import { removeOperator } from '../../contract/operators/routes.ts';
import { beginRemoval, confirmRemoval, refuseUnlessOwner } from '../../domain/operators/team.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cognitoDirectory } from '../../ports/operator-directory/cognito-directory.ts';
import { readTeam, saveTeam } from '../../store/operators/team.ts';
import { stands, withLateIds } from '../../unit-of-work/team.ts';

const directory = cognitoDirectory();

export const handler = endpoint(removeOperator, async ({ caller, params, db, checkpoint, commit }) => {
  const team = await withLateIds(await readTeam(db, caller.tenant_id), directory);
  refuseUnlessOwner(team, caller.actor.id, params.operator_id);
  const begun = await stands(beginRemoval(team, params.operator_id), team, checkpoint);
  await directory.remove(params.operator_id);
  return commit({ changes: saveTeam(confirmRemoval(begun, params.operator_id), begun), facts: [] }, undefined);
});
