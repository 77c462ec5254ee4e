import type { AwsAnswer, AwsService } from '../aws-service.ts';
import { jsonIn } from '../json-protocol.ts';
import { type InstancePool, PayloadTooLarge } from './pool.ts';

/** Lambda's Invoke over the pool, with the invocation type RequestResponse. */
export const lambdaService = (pool: InstancePool): AwsService => ({
  name: 'lambda',
  operation: ({ method, url, headers }) => {
    const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
    return method === 'POST' && nameIn(url) !== undefined && type === 'RequestResponse' ? 'Invoke' : 'Unknown';
  },
  accesses: ({ url }) => {
    const of = pool.functions.get(nameIn(url) ?? '');
    return of ? [{ action: 'lambda:InvokeFunction', resource: of.arn }] : [];
  },
  handle: async ({ operation, url, body }) => {
    const name = nameIn(url);
    const of = pool.functions.get(name ?? '');
    const payload = body.length === 0 ? '{}' : body.toString('utf8');
    if (operation !== 'Invoke') return error(400, 'InvalidRequestContentException', `${url} is not Invoke.`);
    if (!of) return error(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    if (jsonIn(payload) === undefined)
      return error(400, 'InvalidRequestContentException', 'Could not parse request body into json');
    try {
      const outcome = await pool.invoke(of.name, payload);
      const headers = {
        'content-type': 'application/json',
        'x-amzn-requestid': outcome.requestId,
        'x-amz-executed-version': '$LATEST',
        ...(outcome.functionError && { 'x-amz-function-error': outcome.functionError }),
      };
      return { status: 200, headers, body: outcome.payload };
    } catch (thrown) {
      if (thrown instanceof PayloadTooLarge) return error(413, 'RequestTooLargeException', thrown.message);
      return error(500, 'ServiceException', (thrown as Error).message);
    }
  },
});

/** The function's name from `/2015-03-31/functions/{name or ARN}/invocations`. */
const nameIn = (url: string): string | undefined => {
  const [, encoded] = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?.*)?$/.exec(url) ?? [];
  return encoded && /^(?:.*:function:)?([A-Za-z0-9-_]+)(?::\$LATEST)?$/.exec(decodeURIComponent(encoded))?.[1];
};

const error = (status: number, type: string, message: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message: message, message }),
});
