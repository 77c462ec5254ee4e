import { functionName } from '../../lib/environments.ts';
import { ofType, type Resource, type SynthesisedStack, textOf } from './synthesised.ts';

/** One permission: an action on a resource under a condition. */
export type Permission = string;

/** One line a permission, comparable as text. */
export const permission = (action: string, resource: string, condition: object = {}): Permission => {
  const tests = Object.entries(condition).map(([operator, test]) => `${operator} ${JSON.stringify(test)}`);
  return [`${action} on ${resource}`, ...tests.sort()].join(' if ');
};

/** The function of a route or worker, its role and its log group, as the template has them. */
export const functionOf = (stack: SynthesisedStack, id: string) => {
  const name = functionName(stack.environment, id);
  const made = ofType(stack, 'AWS::Lambda::Function').find(([, one]) => one.Properties.FunctionName === name);
  if (!made) throw new Error(`The template has no function ${name}.`);
  const [logicalId, { Properties: properties }] = made;
  const [role] = textOf(properties.Role).slice(1).split('.');
  return {
    logicalId,
    properties,
    role: at(stack, role),
    logGroupId: textOf(properties.LoggingConfig.LogGroup).slice(1, -1),
    logGroup: at(stack, textOf(properties.LoggingConfig.LogGroup).slice(1, -1)),
  };
};

const at = (stack: SynthesisedStack, logicalId = ''): Resource => {
  const resource = stack.resources[logicalId];
  if (!resource) throw new Error(`The template has no resource ${logicalId}.`);
  return resource;
};

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: object };

/** Everything the inline policies of a role allow, each action on each resource by itself. */
export const permissionsOf = (role: Resource): Permission[] =>
  (role.Properties.Policies ?? []).flatMap((policy: { PolicyDocument: { Statement: Statement[] } }) =>
    policy.PolicyDocument.Statement.flatMap((statement) => {
      if (statement.Effect !== 'Allow') throw new Error('A deny is not expected here.');
      return [statement.Action]
        .flat()
        .flatMap((action) =>
          [statement.Resource].flat().map((resource) => permission(action, textOf(resource), statement.Condition)),
        );
    }),
  );
