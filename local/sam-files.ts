import type { Credentials } from './access-keys.ts';
import { BadConfiguration } from './errors.ts';
import { awsVariablesOf } from './functions/environment.ts';
import type { LambdaFunction } from './functions/lambda-function.ts';

type Resource = {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
};
type Template = { readonly Resources: Readonly<Record<string, Resource>> };

/** The inputs of AWS SAM: the template, and the variables of every function by its logical id. */
export type SamFiles = {
  readonly template: Template;
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Makes them of the template of an API and those with the functions that it calls, which SAM finds
 * by the names in its methods, whatever alias stands behind them. SAM reads one template, and hands
 * a function only variables that this declares, so it is one that declares how AWS is reached too.
 * Its containers are of this machine's kind, since bundles run on any. SAM would look for a
 * function behind methods that answer by themselves, so there are none of them. SAM also warns of
 * each path of a construct that is longer than it expects, so paths are left out too.
 */
export const samFiles = (
  api: Template,
  others: readonly Template[],
  functions: ReadonlyMap<string, LambdaFunction>,
  credentials: Readonly<Record<string, Credentials>>,
  endpoint: string,
  callersEndpoint: string,
): SamFiles => {
  const variables: Record<string, Record<string, string>> = {};
  const own = Object.entries({ ...calledBy(api, others), ...api.Resources }).filter(
    ([, one]) => !isMock(one),
  );
  const resources = own.map(([logicalId, resource]): [string, Resource] => {
    if (!isFunction(resource)) return [logicalId, resource];
    const name = String(resource.Properties.FunctionName);
    const [of, keys] = [functions.get(name), credentials[name]];
    if (!of || !keys)
      throw new BadConfiguration(`The data plane does not know ${name}: start it again.`);
    // Empty, or SAM would pass the session token of the shell that it runs in, and links would carry it.
    const Variables = {
      ...awsVariablesOf(of, keys, endpoint, callersEndpoint),
      AWS_SESSION_TOKEN: '',
    };
    variables[logicalId] = Variables;
    const Properties = {
      ...resource.Properties,
      Architectures: [architecture],
      Environment: { Variables },
    };
    return [logicalId, { ...resource, Properties }];
  });
  return {
    template: withoutPaths({ ...api, Resources: Object.fromEntries(resources) }),
    variables,
  };
};

const isFunction = ({ Type }: Resource): boolean => Type === 'AWS::Lambda::Function';

const isMock = ({ Properties: { Integration } }: Resource): boolean =>
  (Integration as { readonly Type?: string } | undefined)?.Type === 'MOCK';

/** The functions of other templates whose names an API's template has. */
const calledBy = (
  api: Template,
  others: readonly Template[],
): Readonly<Record<string, Resource>> => {
  const called = new Set(
    [...JSON.stringify(api).matchAll(/:function:([\w-]+)/g)].map(([, name]) => name),
  );
  const resources = others.flatMap(({ Resources }) => Object.entries(Resources));
  return Object.fromEntries(
    resources.filter(
      ([, one]) => isFunction(one) && called.has(String(one.Properties.FunctionName)),
    ),
  );
};

const withoutPaths = (template: Template): Template =>
  JSON.parse(
    JSON.stringify(template, (name, value) => (name === 'aws:cdk:path' ? undefined : value)),
  );

const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
