/** A rejection so soon after signing in again shows that signing in does not help. */
const retry_after_ms = 60_000;

/**
 * Whether signing in again may help against a rejected token. The sign-in page may know the person and lead back at once:
 * without this limit, an API that rejects every token would send the browser back and forth forever.
 */
export const mayHelp = (signedInAgainAt: number | null, now: number): boolean =>
  signedInAgainAt === null || now - signedInAgainAt >= retry_after_ms;
