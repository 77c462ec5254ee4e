import { createContext, Script } from 'node:vm';
import type { LocalAddresses } from '../addresses.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';

/** A request as a CloudFront function sees and changes it. */
export type ViewerRequest = {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Readonly<Record<string, { readonly value: string }>>;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
};

/** A response that a function makes itself or changes. */
export type ViewerResponse = {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, { readonly value: string }>>;
  readonly body?: string;
};

/** The functions of a behaviour. */
export type ViewerFunctions = {
  readonly request?: (request: ViewerRequest) => ViewerRequest | ViewerResponse;
  /** Runs on responses below 400 and changes their headers. */
  readonly response?: (request: ViewerRequest, response: ViewerResponse) => ViewerResponse;
};

type Association = { readonly EventType?: string; readonly FunctionARN?: string };

/** The functions that a behaviour runs, one of each kind at most; throws BadConfiguration for any other kind. */
export const viewerFunctionsOf = (
  associations: unknown,
  resources: readonly Resource[],
  toLocal: LocalAddresses,
): ViewerFunctions => {
  const all = (associations ?? []) as readonly Association[];
  const unknown = all.find(
    ({ EventType }) => EventType !== 'viewer-request' && EventType !== 'viewer-response',
  );
  if (unknown)
    throw new BadConfiguration(
      `A function runs at ${unknown.EventType}, which local/ does not run.`,
    );
  const runnerAt = (event: string): Runner | undefined => {
    const [arn, second] = all
      .filter(({ EventType }) => EventType === event)
      .map(({ FunctionARN }) => FunctionARN);
    if (second)
      throw new BadConfiguration(`Two functions run at ${event}, where CloudFront runs one.`);
    return arn === undefined ? undefined : runnerOf(arn, resources, toLocal);
  };
  const [request, response] = [runnerAt('viewer-request'), runnerAt('viewer-response')];
  return {
    ...(request && { request: (asked) => request({ request: asked }) }),
    ...(response && {
      response: (asked, answered) => response({ request: asked, response: answered }),
    }),
  };
};

const sourceOf = ({
  properties,
}: Resource): { readonly runtime: string; readonly code: string } => {
  const config = properties.FunctionConfig as Readonly<Record<string, unknown>>;
  return { runtime: String(config.Runtime), code: String(properties.FunctionCode) };
};

// biome-ignore lint/suspicious/noExplicitAny: a request or a response, whichever the function returns.
type Runner = (event: Readonly<Record<string, unknown>>) => any;

/** In a context of its own, as on CloudFront: no modules, no network, nothing of this process. */
const runnerOf = (arn: string, resources: readonly Resource[], toLocal: LocalAddresses): Runner => {
  const found = resources.find(
    ({ type, physicalId }) => type === 'AWS::CloudFront::Function' && physicalId === arn,
  );
  if (!found)
    throw new BadConfiguration(`The function ${arn} of CloudFront is not one of the templates.`);
  const { runtime, code } = sourceOf(found);
  if (runtime !== 'cloudfront-js-2.0')
    throw new BadConfiguration(
      `The function ${found.logicalId} is of ${runtime}, which local/ does not run.`,
    );
  const sandbox = createContext(Object.create(null));
  new Script(toLocal(code), { filename: found.logicalId }).runInContext(sandbox);
  // Called without a time limit, which starts a thread for each call.
  const call = new Script('(event) => JSON.stringify(handler(JSON.parse(event)))').runInContext(
    sandbox,
  ) as (event: string) => unknown;
  return (event) => {
    const asked = JSON.stringify({ version: '1.0', viewer: { ip: '127.0.0.1' }, ...event });
    return JSON.parse(String(call(asked)));
  };
};
