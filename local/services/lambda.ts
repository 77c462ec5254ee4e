import type { AwsAnswer, AwsService } from '../aws-service.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import { PayloadTooLarge, type Pool } from '../functions/pool.ts';
import { isJson } from '../json-protocol.ts';

/** The Invoke API of Lambda over the pool: RequestResponse, Event and DryRun. */
export const lambdaService = (pool: Pool): AwsService => ({
  name: 'lambda',
  operation: ({ method, url }) => (method === 'POST' && nameIn(url) !== undefined ? 'Invoke' : 'Unknown'),
  accesses: ({ url }) => {
    const of = pool.functions.get(nameIn(url) ?? '');
    return of ? [{ action: 'lambda:InvokeFunction', resource: of.arn }] : [];
  },
  handle: async (call) => {
    const name = nameIn(call.url);
    const of = pool.functions.get(name ?? '');
    if (call.operation !== 'Invoke') return refuse(400, 'InvalidRequestContentException', `${call.url} is not Invoke.`);
    if (!of) return refuse(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    const payload = call.body.length === 0 ? '{}' : call.body.toString('utf8');
    if (!isJson(payload))
      return refuse(400, 'InvalidRequestContentException', 'Could not parse request body into json');
    const type = call.headers['x-amz-invocation-type'] ?? 'RequestResponse';
    if (type === 'DryRun') return { status: 204, body: '' };
    return type === 'Event' ? invokeLater(pool, of, payload) : invokeNow(pool, of, payload);
  },
});

/** An asynchronous invocation carries at most this much. */
const event_bytes_max = 1024 * 1024;

/** Lambda itself tries a failed asynchronous invocation twice more. */
const attempts_max = 3;

/** The function's name from `/2015-03-31/functions/{name or ARN}/invocations`. */
const nameIn = (url: string): string | undefined => {
  const [, encoded] = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?.*)?$/.exec(url) ?? [];
  return encoded && /^(?:.*:function:)?([A-Za-z0-9-_]+)(?::\$LATEST)?$/.exec(decodeURIComponent(encoded))?.[1];
};

const invokeNow = async (pool: Pool, of: LambdaFunction, payload: string): Promise<AwsAnswer> => {
  try {
    const outcome = await pool.invoke(of.name, payload);
    const headers = {
      'content-type': 'application/json',
      'x-amzn-requestid': outcome.requestId,
      'x-amz-executed-version': '$LATEST',
      ...(outcome.functionError && { 'x-amz-function-error': outcome.functionError }),
    };
    return { status: 200, headers, body: outcome.payload };
  } catch (error) {
    if (error instanceof PayloadTooLarge) return refuse(413, 'RequestTooLargeException', error.message);
    return refuse(500, 'ServiceException', (error as Error).message);
  }
};

const invokeLater = (pool: Pool, of: LambdaFunction, payload: string): AwsAnswer => {
  if (Buffer.byteLength(payload) > event_bytes_max) {
    return refuse(413, 'RequestTooLargeException', `${event_bytes_max} byte payload is the maximum for an Event.`);
  }
  void attempt(pool, of, payload, 1);
  return { status: 202, body: '' };
};

const attempt = async (pool: Pool, of: LambdaFunction, payload: string, nth: number): Promise<void> => {
  // A rejection means that the machine is stopping: then nobody is left to try again.
  const outcome = await pool.invoke(of.name, payload).catch(() => undefined);
  if (outcome?.functionError && nth < attempts_max) await attempt(pool, of, payload, nth + 1);
};

const refuse = (status: number, type: string, message: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message: message, message }),
});
