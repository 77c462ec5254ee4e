import type { Route } from '../../functions/core/route.ts';
import { type TableAction, type TableOrIndex, tableActions } from '../../functions/core/route.ts';
import { physicalName } from '../../lib/environments.ts';
import type { RecordedCall } from '../../local/recorder.ts';

/** The accesses to tables and their indexes that a route declares, each as `dynamodb:GetItem resources`. */
export const declaredOf = ({ permissions }: Pick<Route, 'permissions'>): ReadonlySet<string> =>
  new Set(
    (Object.entries(permissions) as [TableOrIndex, readonly TableAction[]][]).flatMap(
      ([place, actions]) =>
        actions.flatMap((action) =>
          Object.hasOwn(tableActions, action) ? nameOf(tableActions[action], place) : [],
        ),
    ),
  );

/** The accesses to tables and their indexes that calls made, in the same words. */
export const doneBy = (calls: readonly RecordedCall[]): ReadonlySet<string> =>
  new Set(
    calls.flatMap(({ accesses }) =>
      accesses.flatMap(({ action, resource }) => {
        const [, table = '', index] = tablePattern.exec(resource) ?? [];
        return table === ''
          ? []
          : nameOf(action, index === undefined ? table : `${table}/${index}`);
      }),
    ),
  );

const nameOf = (action: string, place: string): string => `${action} ${place}`;

const tablePattern = new RegExp(`:table/${physicalName('sandbox', '')}([^/]+)(?:/index/([^/]+))?$`);
