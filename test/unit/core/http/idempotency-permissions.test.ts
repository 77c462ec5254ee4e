import assert from 'node:assert/strict';
import { routes } from '../../../../functions/app/routes.ts';
import type { Route } from '../../../../functions/core/route.ts';
import { test } from '../../../helpers/tests.ts';

for (const { id, method, permissions, idempotency, retry } of routes as readonly Route[])
  test(`${id} may read its idempotency record as it says that a retry does`, () => {
    const grantedActions = permissions.idempotency ?? [];
    const keeps = method === 'POST' && idempotency !== 'none';
    if (keeps)
      assert.deepEqual(grantedActions.toSorted(), retry ? ['batch', 'get', 'put'] : ['get', 'put']);
    else assert.equal(retry, undefined);
    // Both are read in one BatchGetItem, which takes the permission on the resource too.
    if (retry)
      assert.ok(
        permissions.resources?.includes('batch') || permissions.deliveries?.includes('batch'),
      );
  });
