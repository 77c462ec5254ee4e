import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';

/** A handle that nobody had before, readable as one of this queue for this message. */
export const newReceipt = (queue: string, messageId: string): string =>
  Buffer.from(`${randomUUID()} ${queue} ${messageId}`).toString('base64');

/** Throws the refusal of what this queue never gave out. */
export const checkReceipt = (queue: string, receipt: string): void => {
  const [, named] = Buffer.from(receipt, 'base64').toString().split(' ');
  if (named === queue) return;
  throw new AwsError(
    400,
    'ReceiptHandleIsInvalid',
    `The input receipt handle "${receipt}" is not a valid receipt handle.`,
  );
};

/** The refusal to change the visibility of what nobody holds. */
export const notInFlight = (receipt: string): AwsError => {
  const reason = 'Reason: Message does not exist or is not available for visibility timeout change.';
  return new AwsError(
    400,
    'InvalidParameterValue',
    `Value ${receipt} for parameter ReceiptHandle is invalid. ${reason}`,
  );
};
