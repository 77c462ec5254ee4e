import type { ApiErrorCode, ApiErrorItem, Requirements } from './contract.ts';

/**
 * An error of the API, thrown by every call. Its members are those of the problem document (RFC 9457); `code` determines
 * which of them are set: `if (error instanceof ApiError && error.code === 'last4_mismatch') error.attempts_left`.
 */
export class ApiError extends Error {
  /** A later version of the API may know more codes; an answer that is no problem document has `unexpected_answer`. */
  readonly code: ApiErrorCode | 'unexpected_answer';
  /** The HTTP status. */
  readonly status: number;
  readonly type: string;
  readonly title: string;
  /** The problem, and what to do next. */
  readonly detail: string;
  /** Quote it when you ask for help; null when the answer did not come from the API. */
  readonly request_id: string | null;
  /** The errors of each part of the request, where the request is the problem. */
  readonly errors: readonly ApiErrorItem[];
  readonly current_status: string | null;
  readonly allowed_actions: readonly string[] | null;
  /** The missing requirements, each with the call that resolves it. */
  readonly requirements: Requirements | null;
  /** The scope that a restricted key lacks. */
  readonly required_scope: string | null;
  readonly feature: string | null;
  readonly ineligible_reasons:
    | readonly { readonly code: string; readonly description: string }[]
    | null;
  readonly attempts_left: number | null;
  readonly issuer_reason: string | null;
  readonly retry_after_seconds: number | null;
  /** False where the same request can never succeed. */
  readonly should_retry: boolean;
  /** The whole document, with members this version does not know. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, headers: Headers, document: Readonly<Record<string, unknown>>) {
    const title = text(document.title) ?? 'The answer is not one of the API';
    const detail = text(document.detail) ?? `HTTP ${status} without a problem document.`;
    super(`${title}. ${detail}`);
    this.name = 'ApiError';
    this.code = (text(document.code) as ApiErrorCode | null) ?? 'unexpected_answer';
    this.status = status;
    this.type = text(document.type) ?? 'about:blank';
    this.title = title;
    this.detail = detail;
    this.request_id = text(document.request_id) ?? headers.get('x-request-id');
    this.errors = list<ApiErrorItem>(document.errors) ?? [];
    this.current_status = text(document.current_status);
    this.allowed_actions = list<string>(document.allowed_actions);
    this.requirements = (document.requirements as Requirements | undefined) ?? null;
    this.required_scope = text(document.required_scope);
    this.feature = text(document.feature);
    this.ineligible_reasons = list<{ code: string; description: string }>(
      document.ineligible_reasons,
    );
    this.attempts_left = count(document.attempts_left);
    this.issuer_reason = text(document.issuer_reason);
    this.retry_after_seconds =
      count(document.retry_after_seconds) ?? secondsIn(headers.get('retry-after'));
    this.should_retry = headers.get('x-should-retry') !== 'false';
    this.document = document;
  }

  /** By its name: a program may hold this library twice, once for `import` and once for `require`. */
  static override [Symbol.hasInstance](thrown: unknown): thrown is AnyApiError {
    return (
      typeof thrown === 'object' &&
      thrown !== null &&
      'name' in thrown &&
      thrown.name === 'ApiError'
    );
  }
}

/** The members that errors of some codes always have. */
export type ApiErrorMembers = {
  readonly insufficient_scope: { readonly required_scope: string };
  readonly action_not_allowed: {
    readonly current_status: string;
    readonly allowed_actions: readonly string[];
  };
  readonly verification_requirements_due: { readonly requirements: Requirements };
  readonly feature_requirements_due: {
    readonly feature: string;
    readonly requirements: Requirements;
  };
  readonly feature_not_active: { readonly feature: string; readonly requirements: Requirements };
  readonly feature_ineligible: {
    readonly feature: string;
    readonly ineligible_reasons: readonly { readonly code: string; readonly description: string }[];
  };
  readonly last4_mismatch: { readonly attempts_left: number };
  readonly issuer_refused: { readonly issuer_reason: string };
  readonly activation_locked: { readonly retry_after_seconds: number };
  readonly order_in_progress: { readonly retry_after_seconds: number };
  readonly rate_limited: { readonly retry_after_seconds: number };
  readonly unavailable: { readonly retry_after_seconds: number };
};

type Code = ApiError['code'];

/** An error by its code. */
export type AnyApiError =
  | (ApiError & { readonly code: Exclude<Code, keyof ApiErrorMembers> })
  | {
      [C in keyof ApiErrorMembers]: ApiError & { readonly code: C } & ApiErrorMembers[C];
    }[keyof ApiErrorMembers];

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const count = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const list = <T>(value: unknown): readonly T[] | null => (Array.isArray(value) ? value : null);

/** A gateway on the way may answer with the header alone. */
const secondsIn = (header: string | null): number | null =>
  header && /^\d{1,9}$/.test(header) ? Number(header) : null;
