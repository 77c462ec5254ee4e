import { showOperator } from '../../contract/operators/operator.ts';
import { getOperator } from '../../contract/operators/routes.ts';
import { operatorIn } from '../../domain/operators/team.ts';
import { httpHandler } from '../../http/handler.ts';
import { cognitoDirectory } from '../../ports/operator-directory/cognito-directory.ts';
import { readTeam } from '../../store/operators/team.ts';
import { withLateIds } from '../../unit-of-work/team.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(getOperator, {}, async ({ caller, params, db, respond }) => {
  const team = await withLateIds(await readTeam(db, caller.tenant_id), directory);
  const operator = operatorIn(team, params.operator_id);
  const known = await directory.find({ id: operator.id });
  return respond(showOperator(operator, known?.active ?? false, caller.actor.id));
});
