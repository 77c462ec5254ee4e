import type { Outcome } from '../functions/outcome.ts';
import type { Mapping } from './settings.ts';

/** What a mapping that runs needs from the machine. */
export type Around = {
  /** Undefined when the function could not be run at all, as while the machine is stopping. */
  invoke(functionName: string, payload: string): Promise<Outcome | undefined>;
  /** Whether the function's role still allows what the mapping does in its name. */
  mayRead(mapping: Mapping): boolean;
  /** Whether one more batch would find no processor. */
  areProcessorsBusy(): boolean;
  /** How many workers can run at once. */
  readonly workers: number;
};
