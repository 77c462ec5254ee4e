import type { FailureCode, FailureItem } from '../../domain/failure.ts';

/** A refusal of the API, thrown by the typed client. Its members are those of the problem document (RFC 9457). */
export class Problem extends Error {
  /** A code of the catalogue; later versions may know more, and an answer that is no problem document has `unexpected_answer`. */
  readonly code: FailureCode | 'unexpected_answer' | (string & {});
  /** The HTTP status. */
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** Quote it when you ask for help; null when the answer did not come from the API. */
  readonly request_id: string | null;
  /** What is wrong with each part of the request, where that is the problem. */
  readonly errors: readonly FailureItem[];
  readonly current_status: string | null;
  readonly allowed_actions: readonly string[] | null;
  /** Seconds. */
  readonly retry_after_seconds: number | null;
  /** False where the same request can never succeed. */
  readonly should_retry: boolean;
  /** The whole document, with members this version does not know. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, headers: Headers, document: Readonly<Record<string, unknown>>) {
    const text = (name: string) => (typeof document[name] === 'string' ? document[name] : null);
    const title = text('title') ?? 'The answer is not one of the API';
    const detail = text('detail') ?? `HTTP ${status} without a problem document.`;
    super(`${title}. ${detail}`);
    this.name = 'Problem';
    this.code = text('code') ?? 'unexpected_answer';
    this.status = status;
    this.type = text('type') ?? 'about:blank';
    this.title = title;
    this.detail = detail;
    this.request_id = text('request_id') ?? headers.get('x-request-id');
    this.errors = Array.isArray(document.errors) ? document.errors : [];
    this.current_status = text('current_status');
    this.allowed_actions = Array.isArray(document.allowed_actions) ? document.allowed_actions : null;
    this.retry_after_seconds = typeof document.retry_after_seconds === 'number' ? document.retry_after_seconds : null;
    this.should_retry = headers.get('x-should-retry') !== 'false';
    this.document = document;
  }
}
