import type { Invitation, KnownOperator } from '../../domain/operators/team.ts';

/** Where people sign in: who they are, whose they are and what role their tokens carry. */
export type OperatorDirectory = {
  /** Who has this e-mail address or this id. */
  find(who: { readonly email: string } | { readonly id: string }): Promise<KnownOperator | undefined>;
  /** Sends somebody a first password. Whoever has the address already is answered as they are, and nothing is sent. */
  invite(person: Invitation & { readonly tenant_id: string }): Promise<KnownOperator>;
  /** Sends somebody who never signed in another first password. */
  remind(email: string): Promise<void>;
  /** Gives a person a role, which their next token carries. */
  change(id: string, role: Invitation['role']): Promise<void>;
  /** Signs a person out everywhere and forgets them; who is gone already is no failure. */
  remove(id: string): Promise<void>;
};
