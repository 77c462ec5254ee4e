import type * as z from 'zod/mini';
import type { Route } from '../contract/route.ts';
import type { NewId } from '../domain/id.ts';
import type { Fact, Write } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import type { Page, Wanted } from '../store/list.ts';
import type { Answer } from './answer.ts';
import type { Caller } from './caller.ts';
import type { Posting } from './posting.ts';
import type { IfMatch } from './preconditions.ts';
import type { Input } from './request-input.ts';

type Parsed<R, Part extends 'params' | 'query' | 'body'> = R extends { readonly [part in Part]: infer S }
  ? S extends z.core.$ZodType
    ? z.output<S>
    : never
  : Record<never, never>;

/** What a route shows: the body of its declared answer. */
export type Shown<R extends Route> = R['returns'] extends { readonly body: infer S extends z.core.$ZodType }
  ? z.input<S>
  : undefined;

/** An item of a list's answer. */
type Listed<R extends Route> = Shown<R> extends { data: (infer Item)[] } ? Item : never;

/** A fact to tell the world: what happened, and the resource as GET shows it afterwards. */
export type Told = {
  readonly type: string;
  readonly shown: { readonly id: string; readonly object: string; readonly version: number };
  readonly customer_id: string | null;
  /** The old values of what changed; on updates only. */
  readonly previous?: object;
  /** An event for one webhook only, such as a test: no fan-out sends it to others. */
  readonly audience?: 'one webhook';
  /** The event's id, where something committed with it needs to know it. */
  readonly id?: string;
  /** What the event carries, where that is not the resource itself. */
  readonly data?: object;
};

/** What a commit changes, rests on and tells. */
export type Changes = {
  readonly writes: readonly Write[];
  /** What the decision read and does not write; empty when it rests on nothing else. */
  readonly facts: readonly Fact[];
  readonly events: readonly Told[];
};

/** Everything a route's file works with. Time, ids and the tenant come from here and from nowhere else. */
export type Request<R extends Route> = {
  readonly caller: Caller;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** The one moment of this request. */
  readonly now: Date;
  readonly newId: NewId;
  readonly db: Database;
  /** Refuses a version that the caller did not mean. */
  readonly ifMatch: IfMatch;
  /** The range of a list that the query asks for; `noun` where the list is dated. */
  readonly wanted: (noun?: Parameters<NewId>[0]) => Wanted;
  /** Answers without a change; a POST's answer is kept, so that a retry gets it whatever has changed since. */
  readonly answer: (shown: Shown<R>) => Promise<Answer>;
  /** Answers a page of a list. */
  readonly answerPage: <T>(page: Page<T>, show: (item: T) => Listed<R>) => Answer;
  /** What tells this POST from every other; the same for each of its retries. */
  readonly posting: () => Posting;
  /** Writes what must stand before an outside effect, or what is remembered of a refusal: it answers and tells nothing. */
  readonly note: (changes: Omit<Changes, 'events'>) => Promise<void>;
  /** Changes the world and answers: one transaction, or nothing. The answer is built and checked before. */
  readonly commit: (shown: Shown<R>, changes: Changes) => Promise<Answer>;
};

/** The behaviour of a route: reads, decides, shows, commits. It runs again when what it read has changed meanwhile. */
export type Behaviour<R extends Route> = (request: Request<R>) => Promise<Answer>;

/**
 * Of a route whose answer holds a secret or a short-lived link: what a retry sees instead, the resource as GET shows it now.
 * It is refused when the resource is gone.
 */
export type Reread<R extends Route> = (request: Request<R>, id: string) => Promise<Shown<R>>;

/** What the checks found out, carried to the steps after them. */
export type Found = {
  readonly caller: Caller;
  readonly input: Input;
  readonly idempotencyKey: string | undefined;
};

/** Left at the end, so that the caller hears of a timeout from us and not from the gateway. */
export const answerReserveMs = 500;
