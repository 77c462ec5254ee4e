import { showOperator } from '../../contract/operators/operator.ts';
import { listOperators } from '../../contract/operators/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { cognitoDirectory } from '../../ports/operator-directory/cognito-directory.ts';
import { pageOf } from '../../store/list.ts';
import { readTeam } from '../../store/operators/team.ts';
import { withLateIds } from '../../unit-of-work/team.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(listOperators, { paged }, async ({ caller, db, range, respondPage }) => {
  const team = await withLateIds(await readTeam(db, caller.tenant_id), directory);
  const known = team.operators.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }])).toReversed();
  const page = pageOf(known, range(), ({ id }) => id);
  const items = await Promise.all(
    page.items.map(async (one) => ({ one, active: (await directory.find(one))?.active ?? false })),
  );
  return respondPage({ ...page, items }, ({ one, active }) => showOperator(one, active, caller.actor.id));
});
