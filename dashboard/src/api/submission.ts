/** A form as it was sent, and the Idempotency-Key that it was sent under. */
export type Submission = { readonly sent: string; readonly key: string };

/**
 * The submission to send now: the same key for the same input, so that a retry has no second effect, and a new one for
 * other input, which the API would reject under the old key.
 */
export const submissionOf = (
  last: Submission | null,
  input: unknown,
  newKey: () => string,
): Submission => {
  const sent = JSON.stringify(input) ?? '';
  return last && last.sent === sent ? last : { sent, key: newKey() };
};
