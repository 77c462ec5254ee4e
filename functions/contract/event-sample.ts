/** What makes an example of its type. */
export type Sample = {
  /** What the event says of its resource; the rest of `data` is the example of the resource. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Which change of the resource this is. */
  readonly sequence: number;
  readonly previous?: Readonly<Record<string, unknown>>;
};
