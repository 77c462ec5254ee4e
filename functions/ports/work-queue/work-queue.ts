/** A wake-up as a queue takes it. */
export type WorkMessage = {
  /** Ids only, so that nothing personal lies in queues and dead letters. */
  readonly body: object;
  /** Messages of one group cannot make those of others wait. */
  readonly group: string;
  /** Whole seconds, 0 to 900. */
  readonly delay_seconds: number;
};

/** Wakes the worker behind a queue. A message is a hint: what it wakes for is due in a table whether it arrives or not. */
export type WorkQueue = {
  /** Throws when the queue does not take one. */
  send(messages: readonly WorkMessage[]): Promise<void>;
};
