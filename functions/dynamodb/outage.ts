/** What DynamoDB and KMS call being too busy; the SDK has tried three times before we see it. */
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

/** What Node calls a connection that broke. */
const broken = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** Whether an error of an AWS client says that trying again may help: throttled, unavailable or cut off, not refused. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata, $retryable } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
    $retryable?: unknown;
  };
  const status = $metadata?.httpStatusCode ?? 0;
  return busy.has(name) || (code !== undefined && broken.has(code)) || status >= 500 || $retryable !== undefined;
};

/** Whether a call was cut off at the deadline of who made it. */
export const isCutOff = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
