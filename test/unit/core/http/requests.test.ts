import assert from 'node:assert/strict';
import { routes } from '../../../../functions/app/routes.ts';
import { catalogue } from '../../../../functions/core/error-catalogue.ts';
import { errorsOf } from '../../../../functions/core/errors.ts';
import { errorsSeen } from '../../../helpers/call.ts';
import { bodiesRule } from '../../../helpers/rules/bodies.ts';
import { cursorsRule } from '../../../helpers/rules/cursors.ts';
import { testEveryRoute } from '../../../helpers/rules/every-route.ts';
import { fieldsRule } from '../../../helpers/rules/fields.ts';
import { keySyntaxRule } from '../../../helpers/rules/idempotency.ts';
import { orderRule } from '../../../helpers/rules/order.ts';
import { tagsRule } from '../../../helpers/rules/preconditions.ts';
import { queriesRule } from '../../../helpers/rules/queries.ts';
import { refusedUnread } from '../../../helpers/rules/suite.ts';
import { namesRule } from '../../../helpers/rules/tenancy.ts';
import { unserved } from '../../../helpers/rules/unserved.ts';
import { test } from '../../../helpers/tests.ts';

/**
 * Everything that a request is refused for before anything is read, for every route; a new route is
 * held to all of it from its declaration on. The rules that take a service are in
 * world/rules.test.ts.
 */
const rules = [
  orderRule,
  namesRule,
  bodiesRule,
  fieldsRule,
  queriesRule,
  cursorsRule,
  keySyntaxRule,
  tagsRule,
];

testEveryRoute((route, holds) => {
  const asked = unserved(route);
  holds('a request in which nothing is wrong passes', async () => {
    const answer = await asked.call(asked.valid);
    assert.equal(answer.status, route.returns.status, answer.text);
  });
  for (const rule of rules) rule(asked, route, holds);
});

test('every error of a request alone that the document promises was reached', () => {
  const promised = routes.flatMap((route) =>
    errorsOf(route).flatMap((code) => (refusedUnread.has(code) ? [`${route.id} ${code}`] : [])),
  );
  assert.ok(promised.length > routes.length * 3);
  assert.deepEqual(
    promised.filter((refusal) => !errorsSeen.has(refusal)),
    [],
  );
  for (const code of refusedUnread) assert.ok(catalogue[code].status < 500);
});
