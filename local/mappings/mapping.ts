/** An event source mapping at work: what stands between a queue or a stream and a function. */
export type Mapping = {
  readonly functionName: string;
  /** Name of the queue, or of the table whose stream it is. */
  readonly source: string;
  readonly paused: boolean;
  /** Takes nothing more; what is being handled is finished. */
  pause(): void;
  /** Goes on where it was. */
  resume(): void;
  /** Takes nothing more and waits for nothing: what is being handled will be handed out again. */
  stop(): Promise<void>;
};
