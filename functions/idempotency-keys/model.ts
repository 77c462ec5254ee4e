/** What may stand in the header Idempotency-Key: 1 to 255 visible ASCII characters. Apart, since every function checks it. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
