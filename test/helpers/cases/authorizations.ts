import { randomUUID } from 'node:crypto';
import type { Authorization } from '../../../functions/authorizations/model.ts';
import { done } from '../call.ts';
import { purchase } from '../examples/card-simulations.ts';
import { aStoredAuthorization } from '../fixtures/authorizations.ts';
import { aCardToSpend } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Case } from '../route-cases.ts';

const nothing = { authorization_id: 'auth_01h455vb4pex5vsknk084sn02q' };
const settled = ['BatchGetItem', 'TransactWriteItems'];
const recounted = ['BatchGetItem', 'GetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'GetItem'];
const captured = { status: 'closed' };
const reversed = { status: 'reversed' };

/** One that was asked for, and so is counted. */
const asked = async (tenant: Tenant) => {
  const { id } = await aCardToSpend(tenant);
  return {
    params: { authorization_id: String((await done(tenant, `/simulations/cards/${id}/authorize`, purchase)).id) },
  };
};

const stored = async (tenant: Tenant, over: Partial<Authorization> = {}) => ({
  params: { authorization_id: (await aStoredAuthorization(tenant, over)).id },
});

const listed = async (tenant: Tenant) => ({ params: { card_id: (await aStoredAuthorization(tenant)).card_id } });

/** Reading and settling authorizations. */
export const authorizationCases = {
  'authorizations.get': [
    { name: 'that is there', arrange: (tenant) => stored(tenant), status: 200, asks: ['GetItem'] },
    { name: 'that is not there', arrange: () => ({ params: nothing }), status: 404, asks: ['GetItem'] },
  ],
  'authorizations.list': [
    { name: 'of a card', arrange: listed, status: 200, asks: ['GetItem + Query', 'BatchGetItem'] },
    {
      name: 'by status and approval',
      arrange: async (tenant) => ({
        ...(await listed(tenant)),
        query: [
          ['status', 'pending'],
          ['approved', 'true'],
        ],
      }),
      status: 200,
      asks: ['GetItem + Query', 'BatchGetItem'],
    },
    {
      name: 'of no card',
      arrange: () => ({ params: { card_id: 'card_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['GetItem + Query'],
    },
  ],
  'simulations.settlement': [
    {
      name: 'of what is captured',
      arrange: async (tenant) => ({ ...(await asked(tenant)), body: captured }),
      status: 200,
      asks: settled,
    },
    {
      name: 'of what is reversed',
      arrange: async (tenant) => ({ ...(await asked(tenant)), body: reversed }),
      status: 200,
      asks: recounted,
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const said = { ...(await asked(tenant)), body: captured, headers: { 'idempotency-key': randomUUID() } };
        const path = `/simulations/authorizations/${said.params.authorization_id}`;
        await tenant.call({ method: 'POST', path, headers: said.headers, body: said.body });
        return said;
      },
      status: 200,
      asks: ['BatchGetItem'],
    },
    {
      name: 'of what is closed',
      arrange: async (tenant) => ({ ...(await stored(tenant, { status: 'closed' })), body: reversed }),
      status: 409,
      asks: refused,
    },
    { name: 'of nothing', arrange: () => ({ params: nothing, body: captured }), status: 404, asks: refused },
  ],
} satisfies Record<string, readonly Case[]>;
