import assert from 'node:assert/strict';
import { until } from '../../local/test/helpers/until.ts';
import { aDocument } from './fixtures/documents.ts';
import type { Tenant } from './fixtures/tenants.ts';
import { sendTo } from './links.ts';
import type { Any } from './printed-document.ts';

/** Announces bytes as a document and sends them along its link; answers the document as it was announced. */
export const upload = async (
  tenant: Pick<Tenant, 'tenant_id' | 'call' | 'put'>,
  bytes: Buffer,
  fields: object = {},
  customerId?: string,
): Promise<Any> => {
  const document = await aDocument(tenant, { size_bytes: bytes.length, ...fields }, customerId);
  assert.equal((await sendTo(document.upload, bytes)).status, 200);
  return document;
};

/** The document once its status is one of these. */
export const documentThatIs = (
  { call }: Pick<Tenant, 'call'>,
  id: string,
  ...statuses: readonly string[]
): Promise<Any> =>
  until(
    async () => {
      const { body } = await call({ method: 'GET', path: `/documents/${id}` });
      return statuses.includes(body.status) && body;
    },
    `${id} is ${statuses.join(' or ')}`,
  );

/** The events of a document, oldest first. */
export const eventsOf = async ({ call }: Pick<Tenant, 'call'>, id: string): Promise<Any[]> => {
  const { body } = await call({ method: 'GET', path: '/events', query: [['resource_id', id]] });
  return body.data.toReversed();
};
