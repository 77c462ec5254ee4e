import type { AttemptResult } from '../../domain/deliveries/attempt.ts';

/** One POST to an endpoint, complete but for what the connection adds (host, content-length). */
export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly what was signed. */
  readonly body: string;
  /** For everything together, from looking up the name to the last byte read, in milliseconds. */
  readonly deadline_ms: number;
};

/** Sends one request and says what it came to. Whatever the endpoint does is a result; nothing is thrown. */
export type WebhookSender = (request: WebhookRequest) => Promise<AttemptResult>;
