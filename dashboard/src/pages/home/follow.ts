/** When Home is read again. */
export const home_ms = 60_000;

/** Until there is something to show, a person waits for what their first calls do. */
export const early_ms = 10_000;
