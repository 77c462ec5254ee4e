import { TypeID } from 'typeid-js';
import { idPrefixes } from './ids.ts';

/** The id of a person from their UUID in the directory (`sub` in their tokens); throws for anything else. */
export const operatorIdOf = (sub: string): string => TypeID.fromUUID(idPrefixes.operator, sub).toString();

/** The UUID of a person in the directory. */
export const subOf = (operatorId: string): string => TypeID.fromString(operatorId).toUUID();
