import assert from 'node:assert/strict';
import type { DocumentType } from '../../functions/domain/documents/document.ts';
import { until } from '../../local/test/helpers/until.ts';
import { individual, type Tenant } from './given.ts';
import { aStoredCustomer, storedDocuments } from './given-stored-customers.ts';
import type { Any } from './printed-document.ts';

type By = Pick<Tenant, 'tenant_id' | 'call' | 'put'>;

/** The last name whose verification waits until its decision is simulated. */
export const undecided = { last_name: 'Undecided' };

/** A POST that succeeds; its answer's body. */
export const done = async ({ call }: Pick<By, 'call'>, path: string, body?: object): Promise<Any> => {
  const answer = await call({ method: 'POST', path, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};

/** What GET answers. */
export const seen = async ({ call }: Pick<By, 'call'>, path: string): Promise<Any> => {
  const answer = await call({ method: 'GET', path });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

/** The ids of accepted documents of a customer, one of each of these types. */
export const accepted = async (
  tenant: By,
  customerId: string,
  types: readonly DocumentType[] = ['passport', 'selfie'],
): Promise<string[]> => (await storedDocuments(tenant, customerId, types)).map(({ id }) => id);

/** An open verification that names nothing yet, of a customer with a complete profile. */
export const aVerification = async (tenant: By, fields: object = {}, customerFields: object = {}): Promise<Any> => {
  const { id } = await aStoredCustomer(tenant, individual(customerFields));
  return done(tenant, `/customers/${id}/verifications`, { level: 'standard', ...fields });
};

/** An open verification from which nothing is missing. */
export const aReadyVerification = async (
  tenant: By,
  customerFields: object = {},
  fields: object = {},
  types?: readonly DocumentType[],
): Promise<Any> => {
  const { id } = await aStoredCustomer(tenant, individual(customerFields));
  const document_ids = await accepted(tenant, id, types);
  return done(tenant, `/customers/${id}/verifications`, { level: 'standard', document_ids, ...fields });
};

/** A verification that was submitted and that nobody decides by himself. */
export const aSubmittedVerification = async (tenant: By, customerFields: object = undecided): Promise<Any> => {
  const { id } = await aReadyVerification(tenant, customerFields);
  return done(tenant, `/verifications/${id}/submit`);
};

/** The verification once its status is one of these. */
export const verificationThatIs = (
  tenant: Pick<By, 'call'>,
  id: string,
  ...statuses: readonly string[]
): Promise<Any> =>
  until(
    async () => {
      const found = await seen(tenant, `/verifications/${id}`);
      return statuses.includes(found.status) && found;
    },
    `${id} is ${statuses.join(' or ')}`,
  );

/** A verified customer's verification, decided by simulation. */
export const aVerified = async (tenant: By): Promise<Any> => {
  const { id } = await aSubmittedVerification(tenant);
  return done(tenant, `/simulations/verifications/${id}`, { outcome: 'verified' });
};

/** An enhanced verification from which nothing is missing, of a customer who is verified already. */
export const aReadyEnhanced = async (tenant: By): Promise<Any> => {
  const { customer_id, document_ids } = await aVerified(tenant);
  const proof = await accepted(tenant, customer_id, ['proof_of_address']);
  const body = { level: 'enhanced', document_ids: [...document_ids, ...proof] };
  return done(tenant, `/customers/${customer_id}/verifications`, body);
};
