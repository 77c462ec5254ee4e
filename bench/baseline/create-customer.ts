import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { makeHandlerIdempotent } from '@aws-lambda-powertools/idempotency/middleware';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EncryptCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { eventContent } from '../../functions/core/outbox/content-table.ts';
import { answered, refused } from './answers.ts';
import { addressOf, CustomerCreate, shownOf } from './customer-schema.ts';

const logger = new Logger();
const dynamodb = new DynamoDBClient({});
const documents = DynamoDBDocumentClient.from(dynamodb, {
  marshallOptions: { removeUndefinedValues: true },
});
const kms = new KMSClient({});
const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: process.env.IDEMPOTENCY_TABLE ?? '',
  keyAttr: 'pk',
  sortKeyAttr: 'sk',
  awsSdkV3Client: dynamodb,
});
const config = new IdempotencyConfig({
  eventKeyJmesPath: '[requestContext.authorizer.tenant_id, resource, headers."Idempotency-Key"]',
  payloadValidationJmesPath: 'body',
  hashFunction: 'sha256',
  expiresAfterSeconds: 86_400,
  throwOnNoIdempotencyKey: true,
  responseHook: (stored) => {
    const answer = stored as unknown as APIGatewayProxyResult;
    return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } } as never;
  },
});

type Input = z.infer<typeof CustomerCreate>;

const create = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { requestId, authorizer, path } = event.requestContext;
  const parsed = CustomerCreate.safeParse(JSON.parse(bodyOf(event)));
  if (!parsed.success) return refused(422, requestId, 'validation_failed');
  const now = new Date();
  const id = idAt('cus', now);
  const item = await itemOf(parsed.data, id, authorizer?.tenant_id, now);
  const shown = shownOf(item);
  const eventItem = eventOf(event, shown, idAt('evt', now), now);
  const puts = [
    putOf(process.env.RESOURCES_TABLE, item),
    putOf(process.env.OUTBOX_TABLE, eventItem),
  ];
  await documents.send(new TransactWriteCommand({ TransactItems: [...puts, ...markerOf(item)] }));
  logger.info('customer created', { customer_id: id });
  return answered(201, requestId, shown, `${path}/${id}`);
};

const bodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): string =>
  Buffer.from(body ?? '{}', isBase64Encoded ? 'base64' : 'utf8').toString();

const idAt = (prefix: string, now: Date) =>
  TypeID.fromUUID(prefix, v7({ msecs: now.getTime() })).toString();

const putOf = (TableName: string | undefined, Item: Record<string, unknown>) => ({
  Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** An external_id belongs to one customer. */
const markerOf = ({ tenant_id, external_id, id }: Record<string, unknown>) =>
  external_id
    ? [
        putOf(process.env.RESOURCES_TABLE, {
          pk: `${tenant_id}/customer-external-id/${external_id}`,
          sk: 'customer-external-id',
          customer_id: id,
        }),
      ]
    : [];

const itemOf = async (input: Input, id: string, tenant: string, now: Date) => {
  const { tax_id, address, ...profile } = input;
  const unset =
    input.type === 'individual'
      ? { middle_name: null, date_of_birth: null, nationality: null }
      : {
          registration_number: null,
          entity_type: null,
          industry_code: null,
          website: null,
          ownership_exemption: null,
          owners_declared_at: null,
        };
  return {
    external_id: null,
    email: null,
    phone: null,
    latin_name: null,
    ...unset,
    ...profile,
    address: addressOf(address),
    metadata: JSON.stringify(input.metadata ?? {}),
    ...(await encrypted(tax_id)),
    id,
    tenant_id: tenant,
    status: 'active',
    status_reason: null,
    verification: { status: 'unverified', level: null, verified_at: null },
    persons: [],
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
    pk: `${tenant}/customer`,
    sk: id,
    status_key: `${tenant}/customer/active/unverified`,
    name_key: `${tenant}/customer-name`,
    sort_name: `${wordsOf(input)}/${id}`,
    ...(input.email && { email_key: `${tenant}/customer/${input.email.toLowerCase()}` }),
  };
};

/** The words that a search by name compares: the last name first, in small letters. */
const wordsOf = (input: Input): string =>
  (input.type === 'individual'
    ? [input.last_name, input.first_name, input.middle_name]
    : [input.legal_name]
  )
    .flatMap((name) => name?.toLowerCase().split(/[^\p{L}\p{N}]+/u) ?? [])
    .join(' ');

const encrypted = async (taxId: string | null | undefined) => {
  if (!taxId) return { tax_id_last4: null, tax_id_encrypted: null, tax_id_fingerprint: null };
  const [{ CiphertextBlob = [] }, { Mac = [] }] = await Promise.all([
    kms.send(
      new EncryptCommand({ KeyId: process.env.TAX_ID_KEY_ID, Plaintext: Buffer.from(taxId) }),
    ),
    kms.send(
      new GenerateMacCommand({
        KeyId: process.env.FINGERPRINT_KEY_ID,
        Message: Buffer.from(taxId),
        MacAlgorithm: 'HMAC_SHA_256',
      }),
    ),
  ]);
  return {
    tax_id_last4: taxId.slice(-4),
    tax_id_encrypted: Buffer.from(CiphertextBlob).toString('base64'),
    tax_id_fingerprint: Buffer.from(Mac).toString('base64'),
  };
};

const eventOf = (event: APIGatewayProxyEvent, data: { id: string }, id: string, now: Date) => {
  const { requestId, authorizer } = event.requestContext;
  const { tenant_id, environment, key_id } = authorizer ?? {};
  const [type, created_at, sequence] = ['customer.created', now.toISOString(), 1];
  const envelope = {
    id,
    type,
    timestamp: created_at,
    sequence,
    environment,
    tenant_id,
    data,
    previous: null,
  };
  const keyed = { event_id: id, type, created_at };
  const content = eventContent({
    ...keyed,
    tenant_id,
    customer_id: data.id,
    sequence,
    body: JSON.stringify(envelope),
    resource: { id: data.id, object: 'customer' },
    causation: {
      request_id: requestId,
      idempotency_key: event.headers['Idempotency-Key'] ?? null,
      actor: { type: 'api_key', id: key_id },
    },
  });
  return {
    pk: `${tenant_id}/${id}`,
    ...keyed,
    content,
    tenant_key: `${tenant_id}/event`,
    type_key: `${tenant_id}/event/${type}`,
    resource_key: `${tenant_id}/${data.id}`,
    scheduled_at: `${tenant_id}/event/${created_at}`,
    schedule_shard: String(Number.parseInt(id.slice(-1), 36) % 16),
    expires_at_s: Math.floor(now.getTime() / 1000) + 400 * 86_400,
  };
};

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(injectLambdaContext(logger))
  .use(makeHandlerIdempotent({ persistenceStore, config }))
  .handler(create);
