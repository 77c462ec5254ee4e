import type { Resource } from '../../local/aws-service.ts';

/** One action on one resource that a function's role allows in the template. */
export type Granted = { readonly function: string; readonly action: string; readonly resource: string };

/** Everything that the templates let a function do at a service that this machine serves, action by action. */
export const grantedIn = (resources: readonly Resource[], services: readonly string[]): Map<string, Granted[]> => {
  const roles = new Map(ofType(resources, 'AWS::IAM::Role').map((role) => [role.physicalId, role]));
  return new Map(
    ofType(resources, 'AWS::Lambda::Function').map(({ physicalId, properties }) => {
      const role = roles.get(String(properties.Role).split('/').at(-1) ?? '');
      if (!role) throw new Error(`${physicalId} has no role in the templates.`);
      const granted = statementsOf(role).flatMap(({ Action, Resource }) =>
        [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ action, resource }))),
      );
      const served = granted.filter(({ action }) => services.some((service) => action.startsWith(`${service}:`)));
      return [physicalId, distinct(served).map((one) => ({ function: physicalId, ...one }))];
    }),
  );
};

const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);

type Statement = { readonly Action: string | string[]; readonly Resource: string | string[] };

const statementsOf = ({ properties }: Resource): Statement[] =>
  ((properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

const distinct = <T>(all: readonly T[]): T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
