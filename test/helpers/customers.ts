import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Answer, posted } from './call.ts';
import { individual } from './fixtures/customers.ts';
import type { Tenant } from './fixtures/tenants.ts';
import type { Any } from './printed-document.ts';

/** The actions on customers, in one line each. */
export const customersOf = ({ call }: Pick<Tenant, 'call'>) => {
  const change = (
    id: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => call({ method: 'PATCH', path: `/customers/${id}`, body, headers });
  return {
    create: (fields: object): Promise<Answer> =>
      call({ method: 'POST', path: '/customers', body: individual(fields) }),
    act: (id: string, action: string, body?: object, key: string = randomUUID()): Promise<Answer> =>
      posted({ call }, `/customers/${id}/${action}`, key, body),
    change,
    /** The customer after a change that succeeds. */
    changed: async (id: string, body: object): Promise<Any> => {
      const answer = await change(id, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    read: async (id: string): Promise<Any> =>
      (await call({ method: 'GET', path: `/customers/${id}` })).body,
    /** The ids of a list, in its order. */
    listed: async (...query: [name: string, value: string][]): Promise<string[]> => {
      const answer = await call({ method: 'GET', path: '/customers', query });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data.map(({ id }: Any) => id);
    },
  };
};
