import type * as z from 'zod/mini';
import type { Route } from '../route.ts';

/** Every route as a method: `customers.create` is `client.customers.create`, `idempotency-keys.list` is `client.idempotencyKeys.list`. */
export type Client<Routes extends readonly Route[]> = {
  readonly [Noun in NounOf<Routes[number]['id']> as Camel<Noun>]: {
    readonly [R in RoutesOf<Routes[number], Noun> as Camel<VerbOf<R['id']>>]: Call<R>;
  };
};

/** One call; the argument may be left out where nothing in it is required. */
export type Call<R extends Route> =
  Nothing extends CallInput<R>
    ? (input?: CallInput<R>) => Promise<ClientAnswer<R>>
    : (input: CallInput<R>) => Promise<ClientAnswer<R>>;

/** What a call takes. A POST always takes the caller's own idempotency key: one made up here would not survive a retry. */
export type CallInput<R extends Route> = Part<'params', Params<R>> &
  Part<'query', Query<R>> &
  Part<'body', Body<R>> &
  (R['method'] extends 'POST' ? { idempotencyKey: string } : { idempotencyKey?: never }) &
  IfMatch<R> & { signal?: AbortSignal };

/** What a call gives; refusals are thrown. */
export type ClientAnswer<R extends Route> = {
  readonly status: R['returns']['status'];
  readonly body: R extends { returns: { body: infer S extends z.core.$ZodType } } ? z.output<S> : undefined;
  readonly headers: Headers;
};

type Params<R> = R extends { params: infer S extends z.core.$ZodType } ? z.input<S> : never;
type Body<R> = R extends { body: infer S extends z.core.$ZodType } ? z.input<S> : never;

/** The etag that was read; a PATCH may leave it out and takes `*`. Nothing else is refused when the resource has changed. */
type IfMatch<R extends Route> = R extends { ifMatch: 'required' }
  ? { ifMatch: string }
  : R['method'] extends 'PATCH'
    ? { ifMatch?: string }
    : { ifMatch?: never };

/** A query travels as strings; what is parsed to a number may be given as one. */
type Query<R> = R extends { query: infer S extends z.core.$ZodType }
  ? { [name in keyof z.input<S>]: z.input<S>[name] | (name extends keyof z.output<S> ? z.output<S>[name] : never) }
  : never;

/** A part that is not declared cannot be given; one without required members may be left out. */
type Part<Name extends string, T> = [T] extends [never]
  ? { [name in Name]?: never }
  : Nothing extends T
    ? { [name in Name]?: T }
    : { [name in Name]: T };

type NounOf<Id> = Id extends `${infer Noun}.${string}` ? Noun : never;
type VerbOf<Id> = Id extends `${string}.${infer Verb}` ? Verb : never;
type RoutesOf<R extends Route, Noun extends string> = R extends { id: `${Noun}.${string}` } ? R : never;
type Camel<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** What asks for no member; extends every type whose members are all optional. */
type Nothing = Record<never, never>;
