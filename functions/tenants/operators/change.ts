import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { activeOwners, checkpointed, teamChanges, withLateIds } from './changes.ts';
import { beginChange, confirmChange, operatorIn, requireOwner } from './model.ts';
import { changeOperator } from './routes.ts';
import { toOperatorResource } from './schema.ts';
import { readTeam } from './table.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(
  changeOperator,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, checkpoint, commit }) => {
    const id = params.operator_id;
    const read = await readTeam(db, caller.tenant_id);
    const team = await withLateIds(read, directory);
    requireOwner(team, caller.actor.id, id);
    const operator = operatorIn(team, id);
    ifMatch(operator);
    const known = await directory.find({ id });
    const { role = operator.role } = body;
    if (role === operator.role && operator.next_role === null)
      return respond(toOperatorResource(operator, known, caller.actor.id));
    const owners = await activeOwners(team, id, directory);
    const started = await checkpointed(beginChange(team, id, role, owners), team, checkpoint, read);
    await directory.change(id, role);
    const changed = confirmChange(started, id, now);
    const resource = toOperatorResource(operatorIn(changed, id), known, caller.actor.id);
    return commit({ changes: teamChanges(changed, started, now, read), conditions: [] }, resource);
  },
);
