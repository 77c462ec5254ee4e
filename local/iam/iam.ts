import { account } from '../assembly.ts';
import { AwsError } from '../aws-error.ts';
import type { Access, Principal, Resource } from '../aws-service.ts';
import type { Context } from './condition.ts';
import { type Role, rolesOf } from './roles.ts';
import { wildcard } from './wildcard.ts';

/** Decides what every function may do, from the policies of its role. */
export type Iam = {
  /**
   * The refusal AWS would answer, or undefined when all of it is allowed. The operator may do everything. `asked`
   * (`dynamodb:Scan`) is what a refusal names when a call has no accesses, which nobody may make.
   */
  refusalOf(principal: Principal, accesses: readonly Access[], asked: string): AwsError | undefined;
  /** Takes an action from one function, whatever policy grants it; the undo gives it back. */
  revoke(revocation: Revocation): () => void;
};

/** `function` by its name; `action` and `resource` (absent: every one) as in a policy, wildcards allowed. */
type Revocation = { readonly function: string; readonly action: string; readonly resource?: string };

/** Reads the roles of all functions; throws BadConfiguration for a policy that it cannot evaluate exactly. */
export const createIam = (resources: readonly Resource[]): Iam => {
  const roles = rolesOf(resources);
  const revoked = new Set<Taken>();
  return {
    refusalOf: (principal, accesses, asked) => {
      if (principal.kind === 'operator') return undefined;
      const role = roles.get(principal.functionName) ?? { name: principal.functionName, statements: [] };
      if (accesses.length === 0)
        return refusal(role, principal.functionName, { action: asked, resource: '*' }, 'missing');
      for (const access of accesses) {
        const taken = [...revoked].some((each) => each.covers(principal.functionName, access));
        const fault = taken ? 'missing' : faultOf(role, access);
        if (fault) return refusal(role, principal.functionName, access, fault);
      }
      return undefined;
    },
    revoke: (revocation) => {
      if (!roles.has(revocation.function)) throw new Error(`There is no function ${revocation.function}.`);
      const taken = takenBy(revocation);
      revoked.add(taken);
      return () => void revoked.delete(taken);
    },
  };
};

type Taken = { covers(functionName: string, access: Access): boolean };

const takenBy = (revocation: Revocation): Taken => {
  const action = wildcard(revocation.action, 'i');
  const resource = wildcard(revocation.resource ?? '*');
  return {
    covers: (functionName, access) =>
      functionName === revocation.function && action(access.action) && resource(access.resource),
  };
};

type Fault = 'missing' | 'denied';

/** A role never changes, nor does an access: what was judged once stays so. */
const judged = new WeakMap<Role, WeakMap<Access, Fault | 'none'>>();

const faultOf = (role: Role, access: Access): Fault | undefined => {
  const known = judged.get(role) ?? new WeakMap();
  judged.set(role, known);
  const fault = known.get(access) ?? judge(role, access) ?? 'none';
  known.set(access, fault);
  return fault === 'none' ? undefined : fault;
};

const judge = (role: Role, access: Access): Fault | undefined => {
  const context = contextOf(access);
  const covering = role.statements.filter((statement) => statement.covers(access, context));
  if (covering.some(({ effect }) => effect === 'Deny')) return 'denied';
  return covering.length > 0 ? undefined : 'missing';
};

const contextOf = ({ context = {} }: Access): Context =>
  new Map([
    // Functions reach AWS by TLS only; that this machine's own address is plain must not change what they may do.
    ['aws:securetransport', ['true']],
    ...Object.entries(context).map(([key, value]) => [key.toLowerCase(), [value].flat()] as const),
  ]);

const refusal = (role: Role, functionName: string, { action, resource }: Access, fault: Fault): AwsError => {
  const user = `arn:aws:sts::${account}:assumed-role/${role.name}/${functionName}`;
  const because =
    fault === 'denied'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  const message = `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${because}`;
  return new AwsError(400, 'AccessDeniedException', message);
};
