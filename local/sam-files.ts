import { BadConfiguration } from './bad-configuration.ts';
import type { LambdaFunction } from './functions/lambda-function.ts';
import { type Credentials, reachingAws } from './functions/surroundings.ts';

type Resource = { readonly Type: string; readonly Properties: Readonly<Record<string, unknown>> };
type Template = { readonly Resources: Readonly<Record<string, Resource>> };

/** What AWS SAM reads: the template, and the variables of every function by its logical id. */
export type SamFiles = {
  readonly template: Template;
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Makes them for one API's template. SAM hands a function only variables that its template declares, so the template is
 * one that declares how AWS is reached too; and its containers are of this machine's kind, since bundles run on any.
 */
export const samFiles = (
  template: Template,
  functions: ReadonlyMap<string, LambdaFunction>,
  credentials: Readonly<Record<string, Credentials>>,
  endpoint: string,
): SamFiles => {
  const variables: Record<string, Record<string, string>> = {};
  const resources = Object.entries(template.Resources).map(([logicalId, resource]): [string, Resource] => {
    if (resource.Type !== 'AWS::Lambda::Function') return [logicalId, resource];
    const name = String(resource.Properties.FunctionName);
    const [of, own] = [functions.get(name), credentials[name]];
    if (!of || !own) throw new BadConfiguration(`The data plane does not know ${name}: start it anew.`);
    const Variables = reachingAws(of, own, endpoint);
    variables[logicalId] = Variables;
    const Properties = { ...resource.Properties, Architectures: [architecture], Environment: { Variables } };
    return [logicalId, { ...resource, Properties }];
  });
  return { template: { ...template, Resources: Object.fromEntries(resources) }, variables };
};

const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
