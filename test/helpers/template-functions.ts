import { functionName } from '../../lib/environments.ts';
import { ofType, type Resource, type SynthesisedStack, textOf } from './synthesised.ts';

type Permission = string;

/** One line a permission, comparable as text. */
export const permission = (
  action: string,
  resource: string,
  condition: object = {},
): Permission => {
  const tests = Object.entries(condition).map(
    ([operator, test]) => `${operator} ${JSON.stringify(test)}`,
  );
  return [`${action} on ${resource}`, ...tests.sort()].join(' if ');
};

/** The functions of a stack, by the ids that they are declared with. */
export const idsIn = (stack: SynthesisedStack): string[] =>
  ofType(stack, 'AWS::Lambda::Function').map(
    ([, { Properties }]) => Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME,
  );

/** The function of a route or worker, as the template has it. */
export const functionOf = (stack: SynthesisedStack, id: string) => {
  const name = functionName(stack.environment, id);
  const made = ofType(stack, 'AWS::Lambda::Function').find(
    ([, one]) => one.Properties.FunctionName === name,
  );
  if (!made) throw new Error(`The template has no function ${name}.`);
  const [logicalId, { Properties: properties }] = made;
  return { logicalId, properties };
};

/**
 * The function that an arn or a name in a template calls. It is the logical id of a function of the
 * stack, or the physical name of another's, with `:alias` behind it where it is called by one.
 */
export const calledAt = (stack: SynthesisedStack, value: unknown): string => {
  const text = textOf(value).replace(/^.*\/functions\/|\/invocations$/g, '');
  const named = /:function:([\w-]+(:\w+)?)$/.exec(text)?.[1];
  const [, id = ''] = /^\{(\w+)(?:\.Arn)?}$/.exec(text) ?? [];
  const { Type, Properties } = named === undefined ? at(stack, id) : { Type: '', Properties: {} };
  return (
    named ??
    (Type === 'AWS::Lambda::Alias' ? `${Properties.FunctionName.Ref}:${Properties.Name}` : id)
  );
};

/**
 * The names by which a stack calls functions: in methods, authorizers and mappings; not by the
 * clock.
 */
export const callsIn = (stack: SynthesisedStack): string[] => {
  const of = (type: string) => ofType(stack, type).map(([, { Properties }]) => Properties);
  const integrations = of('AWS::ApiGateway::Method').map(({ Integration }) => Integration);
  return [
    ...integrations.filter(({ Type }) => Type !== 'MOCK').map(({ Uri }) => Uri),
    ...of('AWS::ApiGateway::Authorizer').map(({ AuthorizerUri }) => AuthorizerUri),
    ...of('AWS::Lambda::EventSourceMapping').map(({ FunctionName }) => FunctionName),
  ].map((called) => calledAt(stack, called));
};

/** The role that a function names, and the stack of its environment that makes it. */
export const roleOf = (
  stacks: readonly SynthesisedStack[],
  stack: SynthesisedStack,
  id: string,
): Home => {
  const named = textOf(functionOf(stack, id).properties.Role);
  const [own] = /^\{(\w+)\.Arn}$/.exec(named)?.slice(1) ?? [];
  if (own !== undefined) return { stack, resource: at(stack, own) };
  const name = named.replace('arn:aws:iam::{AWS::AccountId}:role/', '');
  return theOnly(stacks, stack, 'AWS::IAM::Role', 'RoleName', name);
};

/** The log group that a function names, and the stack of its environment that makes it. */
export const logGroupOf = (
  stacks: readonly SynthesisedStack[],
  stack: SynthesisedStack,
  id: string,
): Home => {
  const name = textOf(functionOf(stack, id).properties.LoggingConfig.LogGroup);
  return theOnly(stacks, stack, 'AWS::Logs::LogGroup', 'LogGroupName', name);
};

/** The metrics that count the invocations of a function that ended without success, by Lambda's lines in its log. */
export const errorMetricsOf = (
  stacks: readonly SynthesisedStack[],
  stack: SynthesisedStack,
  id: string,
): string[] => {
  const { stack: home } = logGroupOf(stacks, stack, id);
  const { LogGroup } = functionOf(stack, id).properties.LoggingConfig;
  return ofType(home, 'AWS::Logs::MetricFilter')
    .map(([, { Properties }]) => Properties)
    .filter(
      ({ LogGroupName: { Ref } }) => home.resources[Ref]?.Properties.LogGroupName === LogGroup,
    )
    .filter(({ FilterPattern }) => FilterPattern.includes('platform.report'))
    .map(({ MetricTransformations: [{ MetricName }] }) => MetricName);
};

/** A resource, and the stack that makes it. */
type Home = { readonly stack: SynthesisedStack; readonly resource: Resource };

const theOnly = (
  stacks: readonly SynthesisedStack[],
  { environment }: SynthesisedStack,
  type: string,
  property: string,
  name: string,
): Home => {
  const found = stacks
    .filter((one) => one.environment === environment)
    .flatMap((stack) => ofType(stack, type).map(([, resource]) => ({ stack, resource })))
    .filter(({ resource }) => resource.Properties[property] === name);
  const [only] = found;
  if (!only || found.length > 1)
    throw new Error(`${environment} has ${found.length} ${type} called ${name}.`);
  return only;
};

const at = (stack: SynthesisedStack, logicalId: string): Resource => {
  const resource = stack.resources[logicalId];
  if (!resource) throw new Error(`The template has no resource ${logicalId}.`);
  return resource;
};

type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: object;
};

/** Everything the inline policies of a role allow, each action on each resource by itself. */
export const permissionsOf = (role: Resource): Permission[] =>
  (role.Properties.Policies ?? []).flatMap(
    (policy: { PolicyDocument: { Statement: Statement[] } }) =>
      policy.PolicyDocument.Statement.flatMap((statement) => {
        if (statement.Effect !== 'Allow') throw new Error('A deny is not expected here.');
        return [statement.Action]
          .flat()
          .flatMap((action) =>
            [statement.Resource]
              .flat()
              .map((resource) => permission(action, textOf(resource), statement.Condition)),
          );
      }),
  );
