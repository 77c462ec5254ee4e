import { UsageError } from './failures.ts';

/** A path of the API as it was given, such as `/customers`; throws where it is an address, or a path of this machine. */
export const checkedPath = (given: string): string => {
  if (/^\w+:\/\//.test(given))
    throw new UsageError(`Give the path alone, such as /customers: ${given}`);
  if (!/^[a-z]:[\\/]/i.test(given)) return given;
  const meant = /[\\/](?:git|msys\d*|cygwin\d*)[\\/](.*)$/i.exec(given)?.[1];
  throw new UsageError(
    `Git Bash turned a path that begins with a slash into ${given}. ` +
      `Leave the first slash out: ${meant || 'customers'}. Or set MSYS_NO_PATHCONV=1.`,
  );
};
