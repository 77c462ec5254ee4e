/** A form as it was sent, and the Idempotency-Key that it was sent under. */
export type Submission = { readonly sent: string; readonly key: string };

/**
 * The submission to send now. The same input keeps its key, so that a retry has no second effect. Other input gets a new
 * key, since the API would reject it under the old one.
 */
export const submissionOf = (
  last: Submission | null,
  input: unknown,
  newKey: () => string,
): Submission => {
  const sent = JSON.stringify(input) ?? '';
  return last && last.sent === sent ? last : { sent, key: newKey() };
};
