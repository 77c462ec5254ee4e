import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { withLateIds } from './changes.ts';
import { listOperators } from './routes.ts';
import { toOperatorResource } from './schema.ts';
import { pageOfOperators, readTeam } from './table.ts';

const directory = cognitoDirectory();

export const handler = httpHandler(
  listOperators,
  { paged },
  async ({ caller, db, range, respondPage }) => {
    const team = await withLateIds(await readTeam(db, caller.tenant_id), directory);
    const page = pageOfOperators(team, range());
    const items = await Promise.all(
      page.items.map(async (one) => ({ one, known: await directory.find({ id: one.id }) })),
    );
    return respondPage({ ...page, items }, ({ one, known }) =>
      toOperatorResource(one, known, caller.actor.id),
    );
  },
);
