// The create of a customer without our promises: the same checks, authorizer, answer and log line, and the same customer in the
// same table, but one Put alone. A retry makes a second customer, and nothing tells anybody of it.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { customer } from '../../functions/customers/changes.ts';
import { newCustomer } from '../../functions/customers/model.ts';
import { requirePossiblePhone } from '../../functions/customers/phone.ts';
import { profileOf } from '../../functions/customers/profile.ts';
import { createCustomer } from '../../functions/customers/routes.ts';
import { taxIdCipher } from '../../functions/customers/tax-id.ts';
import { database, keyOf, tableName } from '../../functions/dynamodb/client.ts';
import { writeRequest } from '../../functions/http/commit.ts';
import { httpHandler } from '../../functions/http/handler.ts';
import { type RequestContext, rootOf } from '../../functions/http/request.ts';
import { type ApiResponse, responseFor } from '../../functions/http/response.ts';
import type { Route } from '../../functions/route.ts';
import type { Changed } from '../../functions/unit-of-work.ts';

const encryptTaxId = taxIdCipher();

const put = async <R extends Route>(
  { route, event, connection }: RequestContext<R>,
  { writes, schema, resource }: Changed,
): Promise<ApiResponse> => {
  const response = responseFor(route, resource, rootOf(event), schema);
  for (const write of writes) {
    if (write.kind !== 'put') throw new Error('a new customer is put');
    const { key, item } = write;
    await connection.client.send(new PutCommand({ TableName: tableName(key.table), Item: { ...keyOf(key), ...item } }));
  }
  return response;
};

/** In place of `idempotent`: whatever comes is done, and its commit is a Put. */
const unsafe = <R extends Route>(context: RequestContext<R>, handle: (request: never) => Promise<ApiResponse>) => {
  const request = writeRequest(context, database(context.connection));
  const commit = ({ changes: [change] }: { readonly changes: readonly [Changed] }) => put(context, change);
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
