import type { Credentials } from './access-keys.ts';
import { BadConfiguration } from './errors.ts';
import { awsVariablesOf } from './functions/environment.ts';
import type { LambdaFunction } from './functions/lambda-function.ts';

type Resource = {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
};
type Template = { readonly Resources: Readonly<Record<string, Resource>> };

/** What AWS SAM reads: the template, and the variables of every function by its logical id. */
export type SamFiles = {
  readonly template: Template;
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Makes them for one API's template. SAM hands a function only variables that its template declares, so the template is
 * one that declares how AWS is reached too; and its containers are of this machine's kind, since bundles run on any. Nor does
 * it look for a function behind an alias, so what calls an alias calls its function there. It warns of each path of a construct
 * that is longer than it expects, so there are none.
 */
export const samFiles = (
  template: Template,
  functions: ReadonlyMap<string, LambdaFunction>,
  credentials: Readonly<Record<string, Credentials>>,
  endpoint: string,
  callersEndpoint: string,
): SamFiles => {
  const variables: Record<string, Record<string, string>> = {};
  const resources = Object.entries(template.Resources).map(([logicalId, resource]): [string, Resource] => {
    if (resource.Type !== 'AWS::Lambda::Function') return [logicalId, resource];
    const name = String(resource.Properties.FunctionName);
    const [of, own] = [functions.get(name), credentials[name]];
    if (!of || !own) throw new BadConfiguration(`The data plane does not know ${name}: start it again.`);
    // Empty, or SAM would pass the session token of the shell that it runs in, and links would carry it.
    const Variables = { ...awsVariablesOf(of, own, endpoint, callersEndpoint), AWS_SESSION_TOKEN: '' };
    variables[logicalId] = Variables;
    const Properties = { ...resource.Properties, Architectures: [architecture], Environment: { Variables } };
    return [logicalId, { ...resource, Properties }];
  });
  const Resources = withoutAliases(Object.fromEntries(resources));
  return { template: { ...template, Resources }, variables };
};

/** The resources without versions, aliases and paths of constructs; what named an alias names the function. */
const withoutAliases = (resources: Readonly<Record<string, Resource>>): Record<string, Resource> => {
  const aliases = new Map(
    Object.entries(resources).flatMap(([logicalId, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Alias' ? [[logicalId, Properties.FunctionName]] : [],
    ),
  );
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (value === null || typeof value !== 'object') return value;
    const { Ref, ...more } = value as { readonly Ref?: string };
    const of = Object.keys(more).length === 0 ? (aliases.get(Ref ?? '') as { readonly Ref?: string }) : undefined;
    if (of?.Ref) return { 'Fn::GetAtt': [of.Ref, 'Arn'] };
    const members = Object.entries(value).filter(([name]) => name !== 'aws:cdk:path');
    return Object.fromEntries(members.map(([name, member]) => [name, within(member)]));
  };
  const called = Object.entries(resources).filter(([, { Type }]) => !versioning.includes(Type));
  return Object.fromEntries(called.map(([logicalId, resource]) => [logicalId, within(resource) as Resource]));
};

const versioning = ['AWS::Lambda::Alias', 'AWS::Lambda::Version'];

const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
