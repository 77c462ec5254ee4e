import type * as z from 'zod/mini';
import type { Route } from '../contract/route.ts';
import type { NewId, Noun } from '../domain/id.ts';
import type { Change } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import type { Page, Wanted } from '../store/list.ts';
import type { Changed, UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { Answer } from './answer.ts';
import type { Caller } from './caller.ts';
import type { IdempotencyScope } from './idempotency.ts';
import type { IfMatch } from './preconditions.ts';

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

/** A unit of work that is answered with what changed first. */
type Answering<R extends Route> = UnitOfWork & { readonly changes: readonly [Changed<Shown<R>>, ...unknown[]] };

/** Changes the world and answers: one transaction, or nothing. The answer is built and checked before. */
export type CommitAndAnswer<R extends Route> = {
  (unit: Answering<R>): Promise<Answer>;
  /** Answered with something else than what changed first. */
  (unit: UnitOfWork, shown: Shown<R>): Promise<Answer>;
};

/** What every route's file works with. Time, ids and the tenant come from here and from nowhere else. */
export type ReadRequest<R extends Route> = {
  readonly caller: Caller;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** The one moment of this request. */
  readonly now: Date;
  readonly db: Database;
  /** Refuses a version that the caller did not mean. */
  readonly ifMatch: IfMatch;
  /** Answers without a change; a POST's answer is kept, so that a retry gets it whatever has changed since. */
  readonly answer: (shown: Shown<R>) => Promise<Answer>;
};

/** What a list works with besides. */
export type PageRequest<R extends Route> = ReadRequest<R> & {
  /** The range of a list that the query asks for; `noun` where the list is dated. */
  readonly range: (noun?: Noun) => Wanted;
  /** Answers a page of a list. */
  readonly answerPage: <T>(page: Page<T>, show: (item: T) => Listed<R>) => Promise<Answer>;
};

/** What a change works with besides. */
export type ChangeRequest<R extends Route> = ReadRequest<R> & {
  readonly newId: NewId;
  /** What tells this POST from every other; the same for each of its retries. */
  readonly idempotencyScope: () => IdempotencyScope;
  /** Commits what must stand before an outside effect, or what is remembered of a refusal: it answers and tells nothing. */
  readonly checkpoint: (change: Pick<Change, 'writes' | 'facts'>) => Promise<void>;
  readonly commit: CommitAndAnswer<R>;
};

/** The behaviour of a route that only looks. */
export type Reading<R extends Route> = (request: ReadRequest<R>) => Promise<Answer>;

/** The behaviour of a list. */
export type Paging<R extends Route> = (request: PageRequest<R>) => Promise<Answer>;

/** The behaviour of a change: reads, decides, commits. It runs again when what it read has changed meanwhile. */
export type Behaviour<R extends Route> = (request: ChangeRequest<R>) => Promise<Answer>;

/**
 * Of a route whose answer holds a secret or a short-lived link: what a retry sees instead, the resource as GET shows it now.
 * It is refused when the resource is gone.
 */
export type Reread<R extends Route> = (request: ReadRequest<R>, id: string) => Promise<Shown<R>>;
