import { AwsError } from '../errors.ts';

/** The members of a call of SQS. */
export type QueueInput = Readonly<Record<string, unknown>>;

/** The error of a parameter that has another value than it may. */
export const invalid = (parameter: string, value: unknown, reason: string): AwsError => {
  const message = `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`;
  return new AwsError(400, 'InvalidParameterValue', message);
};

/** A text that must be there. */
export const requiredText = (input: QueueInput, parameter: string): string => {
  const value = input[parameter];
  if (typeof value === 'string' && value !== '') return value;
  throw new AwsError(
    400,
    'MissingParameter',
    `The request must contain the parameter ${parameter}.`,
  );
};
