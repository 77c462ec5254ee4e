import { account } from '../assembly.ts';
import type { AwsAnswer, AwsCall, AwsService } from '../aws-service.ts';
import { jsonIn, objectIn } from '../json-protocol.ts';
import type { MappingState, Mappings } from '../mappings/mappings.ts';
import { type InstancePool, PayloadTooLarge } from './pool.ts';

/**
 * Lambda's Invoke over the pool, with the invocation type RequestResponse; and of its control plane what lists event source
 * mappings, enables and disables them.
 */
export const lambdaService = (pool: InstancePool, mappings: () => Mappings): AwsService => ({
  name: 'lambda',
  operation: ({ method, url, headers }) => {
    const ofMappings = mappingOperationOf(method, url);
    if (ofMappings) return ofMappings;
    const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
    return method === 'POST' && nameIn(url) !== undefined && type === 'RequestResponse'
      ? 'Invoke'
      : 'Unknown';
  },
  accesses: ({ operation, url, region }) => {
    if (operation in mappingOperations) {
      const resource = `arn:aws:lambda:${region}:${account}:event-source-mapping:${uuidIn(url) || '*'}`;
      return [{ action: `lambda:${operation}`, resource }];
    }
    const of = pool.functions.get(nameIn(url) ?? '');
    return of ? [{ action: 'lambda:InvokeFunction', resource: of.arn }] : [];
  },
  handle: async (call) => {
    const { operation, url, body } = call;
    const ofMappings = mappingOperations[operation];
    if (ofMappings) return ofMappings(mappings(), call);
    const name = nameIn(url);
    const of = pool.functions.get(name ?? '');
    const payload = body.length === 0 ? '{}' : body.toString('utf8');
    if (operation !== 'Invoke')
      return error(400, 'InvalidRequestContentException', `${url} is not Invoke.`);
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
      if (thrown instanceof PayloadTooLarge)
        return error(413, 'RequestTooLargeException', thrown.message);
      return error(500, 'ServiceException', (thrown as Error).message);
    }
  },
});

const mappingOperations: Readonly<
  Record<string, (mappings: Mappings, call: AwsCall) => AwsAnswer>
> = {
  ListEventSourceMappings: (mappings) => json({ EventSourceMappings: mappings.list().map(shown) }),
  UpdateEventSourceMapping: (mappings, { url, body }) => {
    const { Enabled, ...rest } = objectIn(body.toString()) ?? {};
    if (typeof Enabled !== 'boolean' || Object.keys(rest).length > 0)
      return error(
        400,
        'InvalidParameterValueException',
        'local/ changes Enabled of a mapping and nothing else.',
      );
    const mapping = mappings.enable(uuidIn(url), Enabled);
    return mapping
      ? json(shown(mapping))
      : error(404, 'ResourceNotFoundException', `No mapping ${uuidIn(url)}.`);
  },
};

/** A query has filters and pages, which nobody needs here. */
const mappingOperationOf = (method: string, url: string): string | undefined => {
  if (method === 'GET' && url === mappingsPath) return 'ListEventSourceMappings';
  return method === 'PUT' && uuidIn(url) !== '' ? 'UpdateEventSourceMapping' : undefined;
};

const mappingsPath = '/2015-03-31/event-source-mappings';

const uuidIn = (url: string): string =>
  new RegExp(`^${mappingsPath}/([^/?]+)$`).exec(url)?.[1] ?? '';

const shown = ({ uuid, functionArn, sourceArn, state }: MappingState) => ({
  UUID: uuid,
  FunctionArn: functionArn,
  EventSourceArn: sourceArn,
  State: state,
});

const json = (body: object): AwsAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The function's name from `/2015-03-31/functions/{name or ARN}/invocations`. */
const nameIn = (url: string): string | undefined => {
  const [, encoded] = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?.*)?$/.exec(url) ?? [];
  return (
    encoded &&
    /^(?:.*:function:)?([A-Za-z0-9-_]+)(?::\$LATEST)?$/.exec(decodeURIComponent(encoded))?.[1]
  );
};

const error = (status: number, type: string, message: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message: message, message }),
});
