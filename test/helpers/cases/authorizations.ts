import { randomUUID } from 'node:crypto';
import type { Authorization } from '../../../functions/authorizations/model.ts';
import { done } from '../call.ts';
import { purchase } from '../examples/card-simulations.ts';
import { aStoredAuthorization } from '../fixtures/authorizations.ts';
import { aCardToSpend } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, type Case } from './case.ts';

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
    aCase('that is there', 200, ['GetItem'], stored),
    aCase('that is not there', 404, ['GetItem'], () => ({ params: nothing })),
  ],
  'authorizations.list': [
    aCase('of a card', 200, ['GetItem + Query', 'BatchGetItem'], listed),
    aCase('by status and approval', 200, ['GetItem + Query', 'BatchGetItem'], async (tenant) => ({
      ...(await listed(tenant)),
      query: [
        ['status', 'pending'],
        ['approved', 'true'],
      ],
    })),
    aCase('of no card', 404, ['GetItem + Query'], () => ({ params: { card_id: 'card_01h455vb4pex5vsknk084sn02q' } })),
  ],
  'simulations.settlement': [
    aCase('of what is captured', 200, settled, async (tenant) => ({ ...(await asked(tenant)), body: captured })),
    aCase('of what is reversed', 200, recounted, async (tenant) => ({ ...(await asked(tenant)), body: reversed })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const said = { ...(await asked(tenant)), body: captured, headers: { 'idempotency-key': randomUUID() } };
      const path = `/simulations/authorizations/${said.params.authorization_id}`;
      await tenant.call({ method: 'POST', path, headers: said.headers, body: said.body });
      return said;
    }),
    aCase('of what is closed', 409, refused, async (tenant) => ({
      ...(await stored(tenant, { status: 'closed' })),
      body: reversed,
    })),
    aCase('of nothing', 404, refused, () => ({ params: nothing, body: captured })),
  ],
} satisfies Record<string, readonly Case[]>;
