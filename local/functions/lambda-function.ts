import { join } from 'node:path';
import type { Assembly } from '../assembly.ts';
import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';

/** A function of the template, ready to be started. */
export type LambdaFunction = {
  readonly name: string;
  readonly arn: string;
  readonly environment: string;
  readonly region: string;
  readonly folder: string;
  readonly compileCache: string;
  readonly handler: string;
  readonly runtime: string;
  readonly timeout_ms: number;
  readonly memory_mb: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly roleArn: string;
  /** No API leads to it: it counts towards the workers' share of the pool. */
  readonly worker: boolean;
  /** ReservedConcurrentExecutions; Infinity where none is reserved. */
  readonly concurrency: number;
};

/** Every function of the assembly by name. */
export const functionsOf = (assembly: Assembly): ReadonlyMap<string, LambdaFunction> => {
  const behindApis = assembly.resources
    .filter(
      ({ type }) => type === 'AWS::ApiGateway::Method' || type === 'AWS::ApiGateway::Authorizer',
    )
    .map((resource) => functionNameIn(JSON.stringify(resource.properties)));
  const functions = assembly.resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map((resource) => functionOf(resource, assembly, new Set(behindApis)));
  return new Map(functions.map((each) => [each.name, each]));
};

/** The function's name within an ARN or an API's integration URI; undefined where there is none. */
export const functionNameIn = (text: string): string | undefined => calledIn(text)?.functionName;

/** A function as it is called: by its name alone, or by an alias of it. */
export type Called = { readonly functionName: string; readonly qualifier?: string };

/**
 * The function that an ARN or an API's integration URI calls; undefined where it is no function.
 */
export const calledIn = (text: string): Called | undefined => {
  const [, functionName, qualifier] =
    /:function:([A-Za-z0-9-_]+)(?::([A-Za-z0-9-_$]+))?/.exec(text) ?? [];
  return functionName === undefined
    ? undefined
    : { functionName, ...(qualifier !== undefined && { qualifier }) };
};

/** The end of the ARN of what is called: `name`, or `name:alias`. */
export const qualifiedName = ({ functionName, qualifier }: Called): string =>
  qualifier === undefined ? functionName : `${functionName}:${qualifier}`;

/** Whether the resources have what is called: whatever is called by its name, and the aliases that templates declare. */
export const declaring = (resources: readonly Resource[]): ((called: Called) => boolean) => {
  const aliases = resources.filter(({ type }) => type === 'AWS::Lambda::Alias');
  const names = new Set(aliases.map(({ physicalId }) => physicalId.replace(/^.*:function:/, '')));
  return (called) =>
    called.qualifier === undefined ||
    called.qualifier === '$LATEST' ||
    names.has(qualifiedName(called));
};

type Properties = {
  readonly FunctionName?: string;
  readonly Handler?: string;
  readonly Runtime?: string;
  readonly Timeout?: number;
  readonly MemorySize?: number;
  readonly Role: string;
  readonly Code: { readonly S3Key?: string };
  readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
  readonly ReservedConcurrentExecutions?: number;
};

const functionOf = (
  resource: Resource,
  assembly: Assembly,
  behindApis: ReadonlySet<unknown>,
): LambdaFunction => {
  const properties = resource.properties as Properties;
  const { FunctionName: name, Handler: handler, Runtime: runtime } = properties;
  const folder = assembly.assets.get(properties.Code.S3Key ?? '');
  if (!name) throw new BadConfiguration(`The function ${resource.logicalId} has no FunctionName.`);
  if (!handler || !runtime?.startsWith('nodejs'))
    throw new BadConfiguration(`The function ${name} does not run on Node.js.`);
  if (!folder)
    throw new BadConfiguration(`The function ${name} has no bundle among the assembly's assets.`);
  const variables = textsOf(properties.Environment?.Variables ?? {});
  const ofProcesses = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'].find(
    (variable) => variable in variables,
  );
  if (ofProcesses)
    throw new BadConfiguration(
      `The function ${name} sets ${ofProcesses}, which local/ cannot obey in a thread.`,
    );
  const region = resource.region;
  return {
    name,
    arn: `arn:aws:lambda:${region}:${account}:function:${name}`,
    environment: resource.environment,
    region,
    folder,
    compileCache: join(folder, '..', 'compiled'),
    handler,
    runtime,
    timeout_ms: (properties.Timeout ?? 3) * 1000,
    memory_mb: properties.MemorySize ?? 128,
    variables,
    roleArn: properties.Role,
    worker: !behindApis.has(name),
    concurrency: properties.ReservedConcurrentExecutions ?? Number.POSITIVE_INFINITY,
  };
};

const textsOf = (variables: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
