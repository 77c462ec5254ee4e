/** What an error says wherever it occurs. */
export type ErrorEntry = {
  readonly status: number;
  /** Short, the same for every occurrence. */
  readonly title: string;
  /** What happened and what to do next; a handler's details add the particulars. */
  readonly detail: string;
  /** False where the same request can never succeed, so that clients stop: `x-should-retry: false`. */
  readonly retry: boolean;
};
