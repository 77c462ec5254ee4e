/** So soon after somebody signed in because of a refusal, another one says that signing in does not help. */
const help_ms = 60_000;

/**
 * Whether signing in may help against a refusal now. The sign-in page may know who it is and lead back at once: without an
 * end to it, an API that refuses every token would send the page round for ever.
 */
export const mayHelp = (signedInAgainAt: number | null, now: number): boolean =>
  signedInAgainAt === null || now - signedInAgainAt >= help_ms;
