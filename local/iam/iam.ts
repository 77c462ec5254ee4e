import { account } from '../assembly.ts';
import type { Access, Principal, Resource } from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';
import { accountIn } from './resource-policy.ts';
import { type ConditionContext, type IamStatement, statementsOf, wildcard } from './statements.ts';

/** Decides what every function may do, from the policies of its role. */
export type Iam = {
  /**
   * The error that AWS would answer, or undefined when all of it is allowed. The operator may do everything. `operation`
   * (`dynamodb:Scan`) is what the error names when a call has no accesses, which nobody may make.
   */
  errorOf(
    principal: Principal,
    accesses: readonly Access[],
    operation: string,
  ): AwsError | undefined;
  /** The arn of a function's role, by which policies of resources in other accounts name it. */
  roleArnOf(functionName: string): string;
  /** Takes an action from one function, whatever policy grants it; the returned function gives it back. */
  revoke(revocation: Revocation): () => void;
};

/** `function` by its name; `action` and `resource` (absent: every one) as in a policy, wildcards allowed. */
type Revocation = {
  readonly function: string;
  readonly action: string;
  readonly resource?: string;
};

/** Reads the roles of all functions; throws BadConfiguration for a policy that it cannot evaluate exactly. */
export const createIam = (resources: readonly Resource[]): Iam => {
  const roles = rolesOf(resources);
  const revoked = new Set<(functionName: string, access: Access) => boolean>();
  return {
    errorOf: (principal, accesses, operation) => {
      if (principal.kind === 'operator') return undefined;
      if (principal.kind === 'account') return errorOfOwner(principal.account, accesses, operation);
      const { functionName } = principal;
      const role = roles.get(functionName) ?? { name: functionName, statements: [] };
      if (accesses.length === 0)
        return accessDenied(role, functionName, { action: operation, resource: '*' }, 'missing');
      for (const access of accesses) {
        const isRevoked = [...revoked].some((covers) => covers(functionName, access));
        const verdict = isRevoked ? 'missing' : verdictOf(role, access);
        if (verdict !== 'allowed') return accessDenied(role, functionName, access, verdict);
      }
      return undefined;
    },
    roleArnOf: (functionName) => roleArn(roles.get(functionName)?.name ?? functionName),
    revoke: (revocation) => {
      if (!roles.has(revocation.function))
        throw new Error(`There is no function ${revocation.function}.`);
      const action = wildcard(revocation.action, 'i');
      const resource = wildcard(revocation.resource ?? '*');
      const covers = (functionName: string, access: Access) =>
        functionName === revocation.function && action(access.action) && resource(access.resource);
      revoked.add(covers);
      return () => void revoked.delete(covers);
    },
  };
};

const roleArn = (name: string): string => `arn:aws:iam::${account}:role/${name}`;

/** The administrator of an account reaches what is in that account, and nothing else. */
const errorOfOwner = (
  owner: string,
  accesses: readonly Access[],
  operation: string,
): AwsError | undefined => {
  if (accesses.length > 0 && accesses.every(({ resource }) => accountIn(resource) === owner))
    return undefined;
  const message = `User: arn:aws:iam::${owner}:root is not authorized to perform: ${operation}`;
  return new AwsError(400, 'AccessDeniedException', message);
};

type Role = { readonly name: string; readonly statements: readonly IamStatement[] };

const rolesOf = (resources: readonly Resource[]): Map<string, Role> => {
  const ofType = (wanted: string) => resources.filter(({ type }) => type === wanted);
  const byName = new Map(ofType('AWS::IAM::Role').map((role) => [role.physicalId, role]));
  return new Map(
    ofType('AWS::Lambda::Function').map(({ physicalId, properties }) => {
      const name = String(properties.Role).split('/').at(-1) ?? '';
      const role = byName.get(name);
      if (!role)
        throw new BadConfiguration(
          `The function ${physicalId} has the role ${name}, which no template defines.`,
        );
      return [physicalId, { name, statements: inlineStatementsOf(role) }];
    }),
  );
};

/** The statements of a role's inline policies; throws BadConfiguration for a role with any other. */
export const inlineStatementsOf = ({ physicalId, properties }: Resource): IamStatement[] => {
  const other = ['PermissionsBoundary', 'ManagedPolicyArns'].find(
    (name) => properties[name] !== undefined,
  );
  if (other)
    throw new BadConfiguration(
      `The role ${physicalId} has ${other}, which local/ cannot evaluate.`,
    );
  const policies = (properties.Policies ?? []) as {
    readonly PolicyName: string;
    readonly PolicyDocument: unknown;
  }[];
  return policies.flatMap((each) =>
    statementsOf(each.PolicyDocument, `${each.PolicyName} of ${physicalId}`),
  );
};

type Verdict = 'allowed' | 'missing' | 'denied';

/** Neither a role nor an access object changes, so each pair is evaluated once. */
const verdicts = new WeakMap<Role, WeakMap<Access, Verdict>>();

const verdictOf = (role: Role, access: Access): Verdict => {
  const known = verdicts.get(role) ?? new WeakMap<Access, Verdict>();
  verdicts.set(role, known);
  const verdict = known.get(access) ?? evaluate(role, access);
  known.set(access, verdict);
  return verdict;
};

const evaluate = (role: Role, access: Access): Verdict => {
  const context = contextOf(access);
  const covering = role.statements.filter((statement) => statement.covers(access, context));
  if (covering.some(({ effect }) => effect === 'Deny')) return 'denied';
  return covering.length > 0 ? 'allowed' : 'missing';
};

const contextOf = ({ context = {} }: Access): ConditionContext =>
  new Map([
    // Functions reach AWS by TLS only; that this machine's address is plain HTTP must not change what they may do.
    ['aws:securetransport', ['true']],
    ...Object.entries(context).map(([key, value]) => [key.toLowerCase(), [value].flat()] as const),
  ]);

const accessDenied = (
  role: Role,
  functionName: string,
  { action, resource }: Access,
  verdict: 'missing' | 'denied',
): AwsError => {
  const user = `arn:aws:sts::${account}:assumed-role/${role.name}/${functionName}`;
  const because =
    verdict === 'denied'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  const message = `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${because}`;
  return new AwsError(400, 'AccessDeniedException', message);
};
