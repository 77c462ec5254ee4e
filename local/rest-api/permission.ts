import type { Resource } from '../aws-service.ts';
import { functionNameIn } from '../functions/lambda-function.ts';
import type { MayInvoke } from './handle.ts';
import { matches } from './wildcard.ts';

/** Whether the policies of a role allow an action on a resource. */
export type RoleAllows = (roleArn: string, action: string, resource: string) => boolean;

/** Reads who may invoke what: the API's credentials role where it has one, else the functions' own permissions. */
export const permissionsOf = (
  resources: readonly Resource[],
  arns: ReadonlyMap<string, { readonly arn: string }>,
  roleAllows: RoleAllows,
): MayInvoke => {
  const permissions = resources
    .filter(({ type, properties }) => type === 'AWS::Lambda::Permission' && properties.Principal === apiGateway)
    .map(({ properties }) => ({ of: String(properties.FunctionName), source: String(properties.SourceArn ?? '*') }));
  return (functionName, credentials, sourceArn) => {
    const arn = arns.get(functionName)?.arn;
    if (arn === undefined) return false;
    if (credentials !== undefined) return roleAllows(credentials, 'lambda:InvokeFunction', arn);
    return permissions.some(
      ({ of, source }) => (functionNameIn(of) ?? of) === functionName && matches(source, sourceArn),
    );
  };
};

const apiGateway = 'apigateway.amazonaws.com';
