import type { Resource } from '../aws-service.ts';
import { functionNameIn, type LambdaFunction } from '../functions/lambda-function.ts';
import { type Statement, statementsOf } from '../iam/statement.ts';
import { wildcard } from '../iam/wildcard.ts';
import type { MayInvoke } from './handle.ts';

/** Reads who may invoke what: the API's credentials role where it has one, else the functions' own permissions. */
export const permissionsOf = (
  resources: readonly Resource[],
  functions: ReadonlyMap<string, Pick<LambdaFunction, 'arn'>>,
): MayInvoke => {
  const roles = new Map(resources.filter(({ type }) => type === 'AWS::IAM::Role').map(roleStatements));
  const permissions = resources.flatMap(({ type, properties }) =>
    type === 'AWS::Lambda::Permission' && properties.Principal === apiGateway ? [properties] : [],
  );
  const grants = permissions.map(({ FunctionName, SourceArn }) => ({
    of: functionNameIn(String(FunctionName)) ?? String(FunctionName),
    covers: wildcard(String(SourceArn ?? '*')),
  }));
  const mayInvoke: MayInvoke = (functionName, credentials, sourceArn) => {
    const resource = functions.get(functionName)?.arn;
    if (resource === undefined) return false;
    if (credentials === undefined) return grants.some(({ of, covers }) => of === functionName && covers(sourceArn));
    const statements = roles.get(credentials.split('/').at(-1) ?? '') ?? [];
    const covering = statements.filter((each) => each.covers({ action, resource }, new Map()));
    return covering.length > 0 && covering.every(({ effect }) => effect === 'Allow');
  };
  // Neither roles nor permissions change, and an API asks for each of its methods again and again.
  const known = new Map<string, boolean>();
  return (...asked) => {
    const name = asked.join('\n');
    const may = known.get(name) ?? mayInvoke(...asked);
    known.set(name, may);
    return may;
  };
};

const apiGateway = 'apigateway.amazonaws.com';

const action = 'lambda:InvokeFunction';

const roleStatements = ({ physicalId, properties }: Resource): [string, Statement[]] => {
  const policies = (properties.Policies ?? []) as { readonly PolicyName: string; readonly PolicyDocument: unknown }[];
  return [
    physicalId,
    policies.flatMap((each) => statementsOf(each.PolicyDocument, `${each.PolicyName} of ${physicalId}`)),
  ];
};
