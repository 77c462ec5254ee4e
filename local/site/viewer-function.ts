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

/** An answer that the function makes itself. */
export type ViewerResponse = {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, { readonly value: string }>>;
  readonly body?: string;
};

/** Runs before anything else: it answers, or sends the request on. */
export type ViewerFunction = (request: ViewerRequest) => ViewerRequest | ViewerResponse;

type Association = { readonly EventType?: string; readonly FunctionARN?: string };

/** The function that a behaviour runs for a viewer's request; throws BadConfiguration for any other kind. */
export const viewerFunctionOf = (
  associations: unknown,
  resources: readonly Resource[],
  reachable: Reachable,
): ViewerFunction | undefined => {
  const [association, second] = (associations ?? []) as readonly Association[];
  if (!association) return undefined;
  const { EventType: event, FunctionARN: arn } = association;
  if (second || event !== 'viewer-request')
    throw new BadConfiguration(`A function runs at ${second?.EventType ?? event}, which local/ does not run.`);
  const found = resources.find(({ type, physicalId }) => type === 'AWS::CloudFront::Function' && physicalId === arn);
  if (!found) throw new BadConfiguration(`The function ${arn} of CloudFront is not one of the templates.`);
  const { runtime, code } = sourceOf(found);
  if (runtime !== 'cloudfront-js-2.0')
    throw new BadConfiguration(`The function ${found.logicalId} is of ${runtime}, which local/ does not run.`);
  return runnerOf(found.logicalId, reachable(code));
};

const sourceOf = ({ properties }: Resource): { readonly runtime: string; readonly code: string } => {
  const config = properties.FunctionConfig as Readonly<Record<string, unknown>>;
  return { runtime: String(config.Runtime), code: String(properties.FunctionCode) };
};

/** In a world of its own, as there: no modules, no network, nothing of this process. */
const runnerOf = (name: string, code: string): ViewerFunction => {
  const world = createContext(Object.create(null));
  new Script(code, { filename: name }).runInContext(world);
  const call = new Script('JSON.stringify(handler(JSON.parse(event)))');
  return (request) => {
    world.event = JSON.stringify({ version: '1.0', viewer: { ip: '127.0.0.1' }, request });
    return JSON.parse(String(call.runInContext(world, { timeout: 1000 })));
  };
};
