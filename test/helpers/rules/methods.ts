import assert from 'node:assert/strict';
import { routes } from '../../../functions/app/routes.ts';
import { wellFormed } from '../in-process.ts';
import type { Rule } from './suite.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Methods that are not declared are not there, with a key or without. */
export const methodsRule: Rule = ({ tenant }, route, holds) => {
  holds(
    'a method that a path lacks is not allowed, and Allow lists those that it has',
    async () => {
      const call = wellFormed(route);
      const declared = routes
        .filter(({ path }) => path === route.path)
        .map(({ method }) => method as string);
      for (const method of methods.filter((one) => !declared.includes(one))) {
        for (const headers of method === 'PUT' ? [{}, { 'api-key': undefined }] : [{}]) {
          const answer = await tenant.call({ method, path: call.path, headers });
          assert.deepEqual(
            [answer.status, answer.headers.allow],
            [405, declared.toSorted().join(', ')],
            method,
          );
          if (method !== 'HEAD') assert.equal(answer.body.code, 'method_not_allowed', method);
        }
      }
    },
  );

  holds('a path below or beside it is no route', async () => {
    const { path, method } = wellFormed(route);
    for (const other of [
      `${path}/no/such`,
      `${path}x/y/z`,
      path.toUpperCase(),
      `/v1${path}`,
      `/${path}`,
    ]) {
      const answer = await tenant.call({ method, path: other });
      assert.deepEqual([answer.status, answer.body.code], [404, 'route_not_found'], other);
    }
  });
};
