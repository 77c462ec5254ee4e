import type * as z from 'zod/mini';
import { routes } from '../../functions/app/routes.ts';
import type { EventType } from '../../functions/core/event-types.ts';
import type { RequirementList } from '../../functions/core/requirement-schema.ts';
import type { RoutesClient } from './routes-client.ts';

// This file has the parts of the API that the client knows, as the contract declares them. The
// package has this file as `npm run client` prints it (print-contract.ts): the same types in plain
// TypeScript, and of the routes what a call needs.

/** Where the routes of the API are. */
export const operations: readonly {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}[] = routes;

/** Every route of the API as a method. */
export type Client = RoutesClient<typeof routes>;

export type { ApiErrorCode, ApiErrorItem } from '../../functions/core/api-error.ts';

/** The missing requirements, with the calls that resolve them. */
export type Requirements = z.output<typeof RequirementList>;

/** The body of a delivery. */
export type WebhookEvent = {
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly sequence: number;
  readonly environment: 'sandbox' | 'live';
  readonly tenant_id: string;
  readonly test?: boolean | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>> | null;
};
