import { Logger } from '@aws-lambda-powertools/logger';

/** One structured line a request or message: ids, outcome and duration; never a body, a header's value, a key, a name or a number. */
export const logger = new Logger();

/** Logs what happened. `event` is a name in snake_case; metrics and alarms read it and the fields beside it, never a sentence. */
export const logEvent = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields: object = {},
): void => logger[level](event, { event, ...fields });

/**
 * The parts of an unexpected error that a log may hold: no attribute of an AWS error but its name
 * and message.
 */
export const serializeError = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: causeOf(error) }
    : { name: typeof error };

const causeOf = (error: Error) =>
  error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
