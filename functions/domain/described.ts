/** What a log may hold of something that was not expected: no attribute of an AWS error but its name and message. */
export const described = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: causeOf(error) }
    : { name: typeof error };

const causeOf = (error: Error) =>
  error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
