import type * as z from 'zod/mini';
import type { ApiErrorItemCode } from '../domain/api-error.ts';

type RawIssue = z.core.$ZodRawIssue;

/** What a check of our own adds to its issue; problem-items.ts reads it. */
export type IssueParams = {
  readonly code: ApiErrorItemCode;
  /** Says what is expected, where the code's own sentence would be too general. */
  readonly detail?: string;
};

/** An issue of a check of our own, carrying the item code it becomes. `path` leads on from the checked value. */
export const issueOf = (
  code: ApiErrorItemCode,
  input: unknown,
  detail?: string,
  path: readonly PropertyKey[] = [],
): RawIssue => ({
  code: 'custom',
  input,
  path: [...path],
  continue: true,
  params: { code, ...(detail === undefined ? {} : { detail }) } satisfies IssueParams,
});

/** zod's own issue for a text that is too long, in characters. */
export const tooLong = (input: string, maximum: number, path: readonly PropertyKey[] = []): RawIssue => ({
  code: 'too_big',
  origin: 'string',
  maximum,
  inclusive: true,
  input,
  path: [...path],
  continue: true,
});

/** zod's own issue for a text that is too short, in characters. */
export const tooShort = (input: string, minimum: number, path: readonly PropertyKey[] = []): RawIssue => ({
  code: 'too_small',
  origin: 'string',
  minimum,
  inclusive: true,
  input,
  path: [...path],
  continue: true,
});
