const threeAttempts = (requestTimeout: number) => ({
  maxAttempts: 3,
  requestHandler: { requestTimeout, throwOnRequestTimeout: true },
});

/**
 * Settings of a client of AWS: its caller waits ten seconds at most, and a dead connection is
 * noticed in time.
 */
export const clientSettings = threeAttempts(2_000);

/** Settings of a client that stands before every call, where nobody waits so long. */
export const authorizerClientSettings = threeAttempts(1_000);

/**
 * Settings of a client of AWS that looks at pictures, which takes seconds: no caller waits for it.
 */
export const pictureClientSettings = {
  maxAttempts: 2,
  requestHandler: { requestTimeout: 8_000, throwOnRequestTimeout: true },
};

/**
 * Settings of a client for the buses and queues of businesses: each call has a signal that ends it,
 * and one more try for a lost connection.
 */
export const destinationClientSettings = { maxAttempts: 2 };

/** Errors of an overloaded DynamoDB or KMS, after the three attempts of the SDK. */
const busy = new Set([
  // `isCutOff`.
  'AbortError',
  'InternalServerError',
  'InternalFailure',
  'KMSInternalException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TimeoutError',
  'TransactionInProgressException',
]);

/** Node's codes of a broken connection. */
const broken = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

/** Whether a retry can help after an error of an AWS client: it was throttled, unavailable or aborted, not rejected. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata, $retryable } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
    $retryable?: unknown;
  };
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    busy.has(name) ||
    (code !== undefined && broken.has(code)) ||
    status >= 500 ||
    $retryable !== undefined
  );
};

/** Whether a call was aborted at the deadline. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';
