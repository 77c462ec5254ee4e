import { TypeID } from 'typeid-js';
import { idPrefixes } from '../../domain/id.ts';

/** The id of a person by the UUID that the directory calls them (`sub` in their tokens); throws for what is no UUID. */
export const operatorIdOf = (sub: string): string => TypeID.fromUUID(idPrefixes.operator, sub).toString();

/** What the directory calls a person. */
export const subOf = (operatorId: string): string => TypeID.fromString(operatorId).toUUID();
