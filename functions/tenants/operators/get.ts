import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { withLateIds } from './changes.ts';
import { operatorIn } from './model.ts';
import { getOperator } from './routes.ts';
import { toOperatorResource } from './schema.ts';
import { readTeam } from './table.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(getOperator, {}, async ({ caller, params, db, respond }) => {
  const team = await withLateIds(await readTeam(db, caller.tenant_id), directory);
  const operator = operatorIn(team, params.operator_id);
  const known = await directory.find({ id: operator.id });
  return respond(toOperatorResource(operator, known, caller.actor.id));
});
