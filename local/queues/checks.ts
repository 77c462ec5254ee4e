import { AwsError } from '../aws-error.ts';

/** The members of a call's body, or of one entry of a batch. */
export type Input = Readonly<Record<string, unknown>>;

/** SQS does not take this value, and says why. */
export const invalid = (parameter: string, value: unknown, reason: string): AwsError =>
  new AwsError(
    400,
    'InvalidParameterValue',
    `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
  );

/** A text that must be there; throws MissingParameter. */
export const textOf = (input: Input, parameter: string): string => {
  const value = input[parameter];
  if (typeof value === 'string' && value !== '') return value;
  throw new AwsError(400, 'MissingParameter', `The request must contain the parameter ${parameter}.`);
};

/** A whole number within limits, both included; undefined when it is left out. */
export const numberOf = (input: Input, parameter: string, min: number, max: number): number | undefined => {
  const value = input[parameter];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalid(parameter, value, `Must be >= ${min} and <= ${max}, if provided.`);
};

/** A list of texts; empty when it is left out. */
export const textsOf = (input: Input, parameter: string): string[] => {
  const value = input[parameter] ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw invalid(parameter, value, 'Must be a list of texts.');
};

/** The group of a message, if it has one. */
export const groupOf = (input: Input): string | undefined => {
  const group = input.MessageGroupId;
  if (group === undefined || group === null) return undefined;
  if (typeof group === 'string' && /^[!-~]{1,128}$/.test(group)) return group;
  const reason = 'MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.';
  throw invalid('MessageGroupId', group, reason);
};

/** The body of a message, of characters that SQS takes: those that XML 1.0 allows. */
export const bodyOf = (input: Input): string => {
  const body = textOf(input, 'MessageBody');
  if (!forbidden.test(body)) return body;
  throw new AwsError(400, 'InvalidMessageContents', 'Invalid characters were found in the message body.');
};

// Half a pair of surrogates is matched alone only because of the flag `u`.
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
