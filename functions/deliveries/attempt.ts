/**
 * Why an attempt was made: the schedule's turn, a resend by hand or by a recovery, a test, or the breaker's probe.
 */
export type AttemptTrigger = 'automatic' | 'manual' | 'recovery' | 'test' | 'probe';

/** Whether an attempt of this kind takes a step of the schedule; what somebody asked for besides never does. */
export const takesStep: Record<AttemptTrigger, boolean> = {
  automatic: true,
  test: true,
  // What the breaker keeps waiting does not pay for finding out when it may go.
  probe: false,
  manual: false,
  recovery: false,
};

/** Everything that can be wrong with an attempt, from the name to the answer. */
export const attemptErrorKinds = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'redirect',
  'blocked_address',
  'bad_response',
  'http_status',
] as const;

export type AttemptErrorKind = (typeof attemptErrorKinds)[number];

/**
 * Milliseconds; null for what did not happen in this attempt, all but the last on a connection that was used before.
 */
export type AttemptTimings = {
  readonly dns_ms: number | null;
  readonly connect_ms: number | null;
  readonly tls_ms: number | null;
  /** From the request written to the answer's headers read. */
  readonly first_byte_ms: number | null;
};

/** What came back, as far as it is kept. */
export type AttemptResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KB, read as UTF-8. */
  readonly body: string;
  /** The body's length in bytes: counted, or as declared where it was longer than what is read. */
  readonly body_bytes: number;
  /** Over what was read, at most 16 KB; hex. */
  readonly body_sha256: string;
};

/** What one POST to an endpoint came to; success is the absence of an error. */
export type AttemptResult = {
  readonly duration_ms: number;
  readonly timings: AttemptTimings;
  readonly remote_address: string | null;
  readonly response: AttemptResponse | null;
  readonly error: { readonly kind: AttemptErrorKind; readonly message: string } | null;
};

/** An attempt as stored and shown: what was tried, and what it came to. */
export type Attempt = AttemptResult & {
  /** Counts every attempt of the delivery, from 1. */
  readonly number: number;
  readonly trigger: AttemptTrigger;
  readonly started_at: string;
  /** As sent, with the signature and every header that the business added masked. */
  readonly request: { readonly headers: Readonly<Record<string, string>> };
  readonly next_attempt_at: string | null;
  /** The secrets that signed it. */
  readonly secret_versions: readonly number[];
};

/** The attempt without what its endpoint said, which may repeat what it was sent. */
export const wordlessAttempt = <A extends Pick<AttemptResult, 'response' | 'error'>>(attempt: A): A => ({
  ...attempt,
  response: attempt.response && { ...attempt.response, headers: {}, body: '', body_sha256: '' },
  error: wordlessError(attempt.error),
});

/** What was wrong, without where a redirect leads. */
export const wordlessError = (error: AttemptResult['error']): AttemptResult['error'] =>
  error?.kind === 'redirect'
    ? { ...error, message: 'The endpoint answered with a redirect; they are not followed.' }
    : error;

/** 410: the endpoint says that it will never take anything again, and its webhook is disabled. */
export const saysGone = (result: AttemptResult): boolean => result.response?.status === 410;
