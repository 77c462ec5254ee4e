import { TypeID } from 'typeid-js';
import type { Role } from './access.ts';
import { idPrefixes } from './ids.ts';

/** The id of a person from their UUID in the directory (`sub` in their tokens); throws for anything else. */
export const operatorIdOf = (sub: string): string =>
  TypeID.fromUUID(idPrefixes.operator, sub).toString();

/** The UUID of a person in the directory. */
export const subOf = (operatorId: string): string => TypeID.fromString(operatorId).toUUID();

/** A person as the directory knows them. */
export type KnownOperator = {
  readonly id: string;
  readonly tenant_id: string;
  /** They have signed in and chosen a password. */
  readonly active: boolean;
  /** An authenticator app gives them codes. */
  readonly has_second_factor: boolean;
};

/** Whom to invite. */
export type Invitation = { readonly email: string; readonly role: Role };
