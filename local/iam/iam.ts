import type { AwsError } from '../aws-error.ts';
import type { Access, Principal, Resource } from '../aws-service.ts';

/** Decides what every function may do, from the policies of its role. */
export type Iam = {
  /** The refusal AWS would answer, or undefined when all of it is allowed. The operator may do everything. */
  refusalOf(principal: Principal, accesses: readonly Access[], asked: string): AwsError | undefined;
  /** Takes an action (all wildcards that grant it included) from one function, on one resource or on all; the undo gives it back. */
  revoke(grant: Revocation): () => void;
};

/** `resource` as in a policy, wildcards allowed. */
export type Revocation = { readonly function: string; readonly action: string; readonly resource?: string };

/** Reads the roles of all functions; throws BadConfiguration for a policy that it cannot evaluate exactly. */
export const createIam = (_resources: readonly Resource[]): Iam => {
  throw new Error('not yet');
};
