import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { z } from 'zod';
import { answered, refused } from './answers.ts';
import { shownOf } from './customer-schema.ts';

const logger = new Logger();
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const Params = z.object({ customer_id: z.string().regex(/^cus_[0-7][0-9a-hjkmnp-tv-z]{25}$/) });

const get = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { requestId, authorizer } = event.requestContext;
  const params = Params.safeParse(event.pathParameters);
  if (!params.success) return refused(404, requestId, 'customer_not_found');
  const { Item } = await documents.send(
    new GetCommand({
      TableName: process.env.RESOURCES_TABLE,
      Key: { pk: `${authorizer?.tenant_id}/customer`, sk: params.data.customer_id },
      ConsistentRead: true,
    }),
  );
  if (!Item) return refused(404, requestId, 'customer_not_found');
  logger.info('customer read', { customer_id: params.data.customer_id });
  return answered(200, requestId, shownOf(Item));
};

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(injectLambdaContext(logger))
  .handler(get);
