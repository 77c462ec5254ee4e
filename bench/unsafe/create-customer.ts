// The create of a customer without our promises: the same checks, authorizer, answer and log line, and the same customer in the
// same table, but one Put alone. A retry makes a second customer, and nothing tells anybody of it.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { database, keyOf, tableName } from '../../functions/core/dynamodb/client.ts';
import { writeRequest } from '../../functions/core/http/commit.ts';
import { httpHandler } from '../../functions/core/http/handler.ts';
import { type RequestContext, rootOf } from '../../functions/core/http/request.ts';
import { type ApiResponse, responseFor } from '../../functions/core/http/response.ts';
import type { Changed } from '../../functions/core/outbox/unit-of-work.ts';
import type { Route } from '../../functions/core/route.ts';
import { customer } from '../../functions/identity/customers/changes.ts';
import { newCustomer } from '../../functions/identity/customers/model.ts';
import { requirePossiblePhone } from '../../functions/identity/customers/phone.ts';
import { profileOf } from '../../functions/identity/customers/profile.ts';
import { createCustomer } from '../../functions/identity/customers/routes.ts';
import { taxIdCipher } from '../../functions/identity/customers/tax-id.ts';

const encryptTaxId = taxIdCipher();

const put = async <R extends Route>(
  { route, event, connection }: RequestContext<R>,
  { writes, schema, resource }: Changed,
): Promise<ApiResponse> => {
  const response = responseFor(route, resource, rootOf(event), schema);
  for (const write of writes) {
    if (write.kind !== 'put') throw new Error('a new customer is put');
    const { key, item } = write;
    await connection.client.send(
      new PutCommand({ TableName: tableName(key.table), Item: { ...keyOf(key), ...item } }),
    );
  }
  return response;
};

/** In place of `idempotent`: whatever comes is done, and its commit is a Put. */
const unsafe = <R extends Route>(
  context: RequestContext<R>,
  handle: (request: never) => Promise<ApiResponse>,
) => {
  const request = writeRequest(context, database(context.connection));
  const commit = ({ changes: [change] }: { readonly changes: readonly [Changed] }) =>
    put(context, change);
  return handle({ ...request, commit } as never);
};

export const handler = httpHandler(
  createCustomer,
  { idempotent: unsafe as never },
  async ({ caller, body, now, newId, commit }) => {
    requirePossiblePhone(body);
    const id = newId('customer');
    const taxId = await encryptTaxId(body.tax_id, { tenant: caller.tenant_id, resource: id });
    return commit({
      changes: [customer(newCustomer(profileOf(body, taxId), id, caller.tenant_id, now))],
      conditions: [],
    });
  },
);
