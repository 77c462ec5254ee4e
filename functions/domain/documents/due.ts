/** How long an upload is awaited, in milliseconds: 7 days (product.md, Identity verification). */
export const upload_wait_ms = 7 * 24 * 60 * 60 * 1000;

/** The first look after what was announced, in milliseconds: a minute after its first link has ended. */
const first_look_ms = 16 * 60 * 1000;

/** So long the inspection of bytes that have come may take before it is begun again, in milliseconds. */
const inspection_ms = 3 * 60 * 1000;

/** When a document was announced, ISO 8601. */
type Announced = { readonly created_at: string };

/** The service's own waits may be shorter on a laptop. */
type Waiting = { readonly now: Date; readonly waitDivisor: number };

/** Whether nobody has sent the bytes in time. */
export const uploadExpired = ({ created_at }: Announced, { now, waitDivisor }: Waiting): boolean =>
  now.getTime() >= Date.parse(created_at) + upload_wait_ms / waitDivisor;

/**
 * When an awaited upload is looked for next: the pauses double, so that one whose message was lost is found soon, and the
 * last look is the one that ends the wait.
 */
export const nextLook = ({ created_at }: Announced, { now, waitDivisor }: Waiting): string => {
  const created = Date.parse(created_at);
  const age = Math.max(2 * (now.getTime() - created), first_look_ms / waitDivisor);
  return new Date(created + Math.min(age, upload_wait_ms / waitDivisor)).toISOString();
};

/** When an inspection that was begun is begun again, should it not have come to its end. */
export const inspectedBy = ({ now, waitDivisor }: Waiting): string =>
  new Date(now.getTime() + inspection_ms / waitDivisor).toISOString();
