import assert from 'node:assert/strict';
import type { Answer } from './call.ts';
import type { Tenant } from './given.ts';
import type { Any } from './printed-document.ts';

/** What can be done with the features of customers, in one line each. */
export const featuresOf = ({ call }: Pick<Tenant, 'call'>) => {
  const path = (customerId: string, feature: string) => `/customers/${customerId}/features/${feature}`;
  return {
    read: async (customerId: string, feature: string): Promise<Any> => {
      const answer = await call({ method: 'GET', path: path(customerId, feature) });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    act: (customerId: string, feature: string, action: string, body?: object): Promise<Answer> =>
      call({ method: 'POST', path: `${path(customerId, feature)}/${action}`, body }),
    /** The types of the events of one activation, oldest first. */
    told: async (activationId: string): Promise<string[]> => {
      const { body } = await call({ method: 'GET', path: '/events', query: [['resource_id', activationId]] });
      return body.data.map(({ type }: Any) => type).toReversed();
    },
  };
};
