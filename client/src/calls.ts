/** The options of every call, besides the input of its route. */
export type CallOptions = {
  /** Ends the call, its waits and its retries; it rejects with the reason. */
  readonly signal?: AbortSignal;
};

/** The result of a call; errors of the API are thrown as `ApiError`. */
export type Answer<Status extends number, Body> = {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
};

/** A call of a list: awaited, its first page; in `for await`, the items of this page and of all that follow. */
export type ListCall<Status extends number, Body, Item> = Promise<Answer<Status, Body>> &
  AsyncIterable<Item>;

/** One page of any list. */
export type Page = {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

/** Lets a call be iterated: pages are asked for as they are needed, each under its own retries. */
export const withPages = <Called extends { readonly body: unknown }>(
  first: Promise<Called>,
  next: (cursor: string) => Promise<Called>,
): Promise<Called> & AsyncIterable<unknown> =>
  Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let called = await first; ; ) {
        const page = called.body as Page;
        yield* page.data;
        if (!page.has_more || page.next_cursor === null) return;
        called = await next(page.next_cursor);
      }
    },
  });
