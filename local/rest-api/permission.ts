import type { Resource } from '../aws-service.ts';
import { type Called, calledIn, type LambdaFunction, qualifiedName } from '../functions/lambda-function.ts';
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
    of: qualifiedName(calledIn(String(FunctionName)) ?? { functionName: String(FunctionName) }),
    covers: wildcard(String(SourceArn ?? '*')),
  }));
  const mayInvoke: MayInvoke = (called, credentials, sourceArn) => {
    const of = functions.get(called.functionName);
    if (of === undefined) return false;
    const name = qualifiedName(called);
    if (credentials === undefined) return grants.some((grant) => grant.of === name && grant.covers(sourceArn));
    // A grant of the function is none of its aliases, nor the other way round.
    const resource = arnOf(of, called);
    const statements = roles.get(credentials.split('/').at(-1) ?? '') ?? [];
    const covering = statements.filter((each) => each.covers({ action, resource }, new Map()));
    return covering.length > 0 && covering.every(({ effect }) => effect === 'Allow');
  };
  // Neither roles nor permissions change, and an API asks for each of its methods again and again.
  const known = new Map<string, boolean>();
  return (called, credentials, sourceArn) => {
    const name = [qualifiedName(called), credentials, sourceArn].join('\n');
    const may = known.get(name) ?? mayInvoke(called, credentials, sourceArn);
    known.set(name, may);
    return may;
  };
};

const arnOf = ({ arn }: Pick<LambdaFunction, 'arn'>, { qualifier }: Called): string =>
  qualifier === undefined ? arn : `${arn}:${qualifier}`;

const apiGateway = 'apigateway.amazonaws.com';

const action = 'lambda:InvokeFunction';

const roleStatements = ({ physicalId, properties }: Resource): [string, Statement[]] => {
  const policies = (properties.Policies ?? []) as { readonly PolicyName: string; readonly PolicyDocument: unknown }[];
  return [
    physicalId,
    policies.flatMap((each) => statementsOf(each.PolicyDocument, `${each.PolicyName} of ${physicalId}`)),
  ];
};
