import { createContext, Script } from 'node:vm';
import type { Reachable } from '../addresses.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';

/** A request as a CloudFront function sees and changes it. */
export type ViewerRequest = {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Readonly<Record<string, { readonly value: string }>>;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
};

/** An answer that a function makes itself, or changes on its way. */
export type ViewerResponse = {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, { readonly value: string }>>;
  readonly body?: string;
};

/** What runs between a viewer and a behaviour. */
export type ViewerFunctions = {
  /** Runs before anything else: it answers, or sends the request on. */
  readonly request?: (request: ViewerRequest) => ViewerRequest | ViewerResponse;
  /** Runs on answers below 400; what it makes of the headers counts. */
  readonly response?: (request: ViewerRequest, response: ViewerResponse) => ViewerResponse;
};

type Association = { readonly EventType?: string; readonly FunctionARN?: string };

/** The functions that a behaviour runs, one of each kind at most; throws BadConfiguration for any other kind. */
export const viewerFunctionsOf = (
  associations: unknown,
  resources: readonly Resource[],
  reachable: Reachable,
): ViewerFunctions => {
  const all = (associations ?? []) as readonly Association[];
  const strange = all.find(({ EventType }) => EventType !== 'viewer-request' && EventType !== 'viewer-response');
  if (strange) throw new BadConfiguration(`A function runs at ${strange.EventType}, which local/ does not run.`);
  const runnerAt = (event: string): Runner | undefined => {
    const [arn, second] = all.filter(({ EventType }) => EventType === event).map(({ FunctionARN }) => FunctionARN);
    if (second) throw new BadConfiguration(`Two functions run at ${event}, where CloudFront runs one.`);
    return arn === undefined ? undefined : runnerOf(arn, resources, reachable);
  };
  const [request, response] = [runnerAt('viewer-request'), runnerAt('viewer-response')];
  return {
    ...(request && { request: (asked) => request({ request: asked }) }),
    ...(response && { response: (asked, answered) => response({ request: asked, response: answered }) }),
  };
};

const sourceOf = ({ properties }: Resource): { readonly runtime: string; readonly code: string } => {
  const config = properties.FunctionConfig as Readonly<Record<string, unknown>>;
  return { runtime: String(config.Runtime), code: String(properties.FunctionCode) };
};

/** What the function makes of an event, as JSON holds it. */
// biome-ignore lint/suspicious/noExplicitAny: a request or an answer, as the function pleases.
type Runner = (event: Readonly<Record<string, unknown>>) => any;

/** In a world of its own, as there: no modules, no network, nothing of this process. */
const runnerOf = (arn: string, resources: readonly Resource[], reachable: Reachable): Runner => {
  const found = resources.find(({ type, physicalId }) => type === 'AWS::CloudFront::Function' && physicalId === arn);
  if (!found) throw new BadConfiguration(`The function ${arn} of CloudFront is not one of the templates.`);
  const { runtime, code } = sourceOf(found);
  if (runtime !== 'cloudfront-js-2.0')
    throw new BadConfiguration(`The function ${found.logicalId} is of ${runtime}, which local/ does not run.`);
  const world = createContext(Object.create(null));
  new Script(reachable(code), { filename: found.logicalId }).runInContext(world);
  const call = new Script('JSON.stringify(handler(JSON.parse(event)))');
  return (event) => {
    world.event = JSON.stringify({ version: '1.0', viewer: { ip: '127.0.0.1' }, ...event });
    return JSON.parse(String(call.runInContext(world, { timeout: 1000 })));
  };
};
