import { openCore } from '../../../dynamodb/engine/core.ts';
import type { Answering } from './answering.ts';

/** The engine of local/, with its data in memory. */
export const own = (): Answering => {
  const core = openCore();
  return {
    call: async <T>(operation: string, input: unknown) =>
      // As it comes over the wire: what is undefined is not there.
      core.call<T>(operation.replace('streams/', ''), JSON.parse(JSON.stringify(input))),
  };
};
