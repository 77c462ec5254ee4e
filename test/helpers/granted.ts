import type { Access, Resource } from '../../local/aws-service.ts';
import { statementsOf } from '../../local/iam/statements.ts';
import type { RecordedCall } from '../../local/recorder.ts';

/** One action on one resource that a statement of a function's role allows in the template. */
export type Granted = {
  readonly function: string;
  readonly action: string;
  readonly resource: string;
  /**
   * The permissions that are granted together with it and their conditions; statements alike in
   * both are of one kind.
   */
  readonly kind: string;
  /** Whether it is this grant that allows an access. */
  covers(access: Access): boolean;
};

/** Everything that the templates let a function do at a service that this machine serves, action by action. */
export const grantedIn = (
  resources: readonly Resource[],
  services: readonly string[],
): Map<string, Granted[]> => {
  const roles = new Map(ofType(resources, 'AWS::IAM::Role').map((role) => [role.physicalId, role]));
  return new Map(
    ofType(resources, 'AWS::Lambda::Function').map(({ physicalId, properties }) => {
      const role = roles.get(String(properties.Role).split('/').at(-1) ?? '');
      if (!role) throw new Error(`${physicalId} has no role in the templates.`);
      const granted = policyOf(role).flatMap((statement) => grantsOf(physicalId, statement));
      return [
        physicalId,
        granted.filter(({ action }) => services.includes(action.slice(0, action.indexOf(':')))),
      ];
    }),
  );
};

const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);

type Statement = {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: string | string[];
  readonly Condition?: object;
};

const policyOf = ({ properties }: Resource): Statement[] =>
  ((properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

const grantsOf = (name: string, statement: Statement): Granted[] => {
  const { Action, Resource, Condition } = statement;
  return [Action].flat().flatMap((action) =>
    [Resource].flat().map((resource) => {
      const [alone] = statementsOf(
        { Statement: { ...statement, Action: action, Resource: resource } },
        name,
      );
      if (alone?.effect !== 'Allow')
        throw new Error(`${name} has a statement that allows nothing.`);
      const kind = action.startsWith('kms:')
        ? JSON.stringify([[Action].flat().toSorted(), Condition])
        : action;
      return {
        function: name,
        action,
        resource,
        kind,
        covers: (access) => alone.covers(access, contextOf(access)),
      };
    }),
  );
};

const contextOf = ({ context = {} }: Access) =>
  new Map(
    Object.entries(context).map(([key, value]) => [key.toLowerCase(), [value].flat()] as const),
  );

/** Something that a function does: set up first, then tried; it resolves to whether all of it went as it should. */
export type Trial = () => Promise<() => Promise<boolean>>;

/** An access that a function was seen to make, and what makes it again. */
export type Use = { readonly access: Access; readonly again: Trial };

/**
 * The uses that were seen of functions, by the name of the function. A link is used in the name of
 * its signer.
 */
export type Uses = {
  add(calls: readonly RecordedCall[], again: Trial, only?: string): void;
  of(name: string): readonly Use[];
};

/** Nothing was seen yet. */
export const noUses = (): Uses => {
  const seen = new Map<string, Map<string, Use>>();
  return {
    add: (calls, again, only) => {
      for (const { principal, accesses } of calls) {
        if (
          !('functionName' in principal) ||
          (only ?? principal.functionName) !== principal.functionName
        )
          continue;
        const known = seen.get(principal.functionName) ?? new Map<string, Use>();
        seen.set(principal.functionName, known);
        for (const access of accesses) {
          const key = JSON.stringify(access);
          if (!known.has(key)) known.set(key, { access, again });
        }
      }
    },
    of: (name) => [...(seen.get(name)?.values() ?? [])],
  };
};

/** The grants that no access needs. */
export const unused = (granted: readonly Granted[], uses: readonly Use[]): string[] =>
  granted
    .filter((grant) => !uses.some(({ access }) => grant.covers(access)))
    .map(({ action, resource }) => `${action} on ${resource}`);

/** The accesses that no grant allows. */
export const uncovered = (granted: readonly Granted[], uses: readonly Use[]): string[] =>
  uses
    .filter(({ access }) => !granted.some((grant) => grant.covers(access)))
    .map(({ access: { action, resource } }) => `${action} on ${resource}`);
