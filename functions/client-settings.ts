const threeAttempts = (requestTimeout: number) => ({
  maxAttempts: 3,
  requestHandler: { requestTimeout, throwOnRequestTimeout: true },
});

/** Of a client of AWS: its caller waits ten seconds at most, and a dead connection is noticed in time. */
export const clientSettings = threeAttempts(2_000);

/** Of a client that stands before every call, where nobody waits so long. */
export const authorizerClientSettings = threeAttempts(1_000);

/** Of a client of AWS that looks at pictures, which takes seconds: no caller waits for it. */
export const pictureClientSettings = {
  maxAttempts: 2,
  requestHandler: { requestTimeout: 8_000, throwOnRequestTimeout: true },
};
