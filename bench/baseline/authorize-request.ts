import { createHash } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { z } from 'zod';

const logger = new Logger();
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.ACCESS_TABLE;
const rates = z.record(z.string(), z.number()).parse(JSON.parse(process.env.RATE_LIMITS ?? '{}'));

const KnownKey = z.object({
  id: z.string(),
  kind: z.string(),
  tenant_id: z.string(),
  account_id: z.string(),
  account_status: z.string(),
  environment: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  last_used_on: z.string().nullable(),
  plan: z.enum(['standard', 'elevated']),
});

const authorize = async (
  event: APIGatewayTokenAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const now = new Date().toISOString();
  const pk = createHash('sha256').update(event.authorizationToken).digest('hex');
  const { Item } = await documents.send(
    new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }),
  );
  const known = Item && KnownKey.parse(Item);
  if (!known || !isLive(known, now)) return policy('nobody', 'Deny', event.methodArn);
  if (known.last_used_on !== now.slice(0, 10)) await noteUse(pk, now.slice(0, 10));
  const { tenant_id, account_id, account_status, id: key_id, environment } = known;
  const context = {
    tenant_id,
    account_id,
    account_status,
    key_id,
    environment,
    rate_limit_policy: `"business";q=${rates[known.plan]};w=1`,
    rate_limit_spent: '"business";r=0;t=1',
  };
  const usage = `${environment}-${known.plan}-${tenant_id}`;
  const usageIdentifierKey = usage.replaceAll(/[^0-9A-Za-z]/g, '');
  return { ...policy(tenant_id, 'Allow', event.methodArn), context, usageIdentifierKey };
};

const isLive = (known: z.infer<typeof KnownKey>, now: string) =>
  known.kind === 'secret' &&
  known.environment === process.env.ENVIRONMENT &&
  known.revoked_at === null &&
  (known.expires_at === null || known.expires_at > now);

const noteUse = async (pk: string, day: string) => {
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk },
      UpdateExpression: 'SET last_used_on = :day',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':day': day },
    }),
  );
};

const policy = (
  principalId: string,
  Effect: 'Allow' | 'Deny',
  methodArn: string,
): APIGatewayAuthorizerResult => {
  const [arn, stage] = methodArn.split('/');
  const Statement = [{ Effect, Action: 'execute-api:Invoke', Resource: `${arn}/${stage}/*` }];
  return { principalId, policyDocument: { Version: '2012-10-17', Statement } };
};

export const handler = middy<APIGatewayTokenAuthorizerEvent, APIGatewayAuthorizerResult>()
  .use(injectLambdaContext(logger))
  .handler(authorize);
