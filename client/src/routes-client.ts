import type * as z from 'zod/mini';
import type { Route } from '../../functions/core/route.ts';
import type { Answer, CallOptions, ListCall } from './calls.ts';

/** The client retries a POST itself, so a generated key is enough. `OwnKey` is for callers that retry calls themselves. */
type GeneratedKey = { idempotencyKey?: string };

/** The caller's own Idempotency-Key, which stays the same when the caller repeats the call. */
export type OwnKey = { idempotencyKey: string };

/** Every route as a method: `customers.create` is `client.customers.create`, `idempotency-keys.list` is `client.idempotencyKeys.list`. */
export type RoutesClient<Routes extends readonly Route[], Key = GeneratedKey> = {
  readonly [ResourceType in ResourceTypeOf<Routes[number]['id']> as Camel<ResourceType>]: {
    readonly [R in RoutesOf<Routes[number], ResourceType> as Camel<VerbOf<R['id']>>]: Call<R, Key>;
  };
};

/** One call; the argument may be left out where nothing in it is required. */
type Call<R extends Route, Key> =
  Nothing extends CallInput<R, Key>
    ? (input?: CallInput<R, Key> & CallOptions) => Called<R>
    : (input: CallInput<R, Key> & CallOptions) => Called<R>;

/** The input of a call. */
export type CallInput<R extends Route, Key = GeneratedKey> = Part<'params', Params<R>> &
  Part<'query', Query<R>> &
  Part<'body', Body<R>> &
  (R['method'] extends 'POST' ? Key : { idempotencyKey?: never }) &
  IfMatch<R>;

/** The result of a call; errors are thrown. */
type Called<R extends Route> =
  Returned<R> extends { data: readonly (infer Item)[]; next_cursor: string | null }
    ? ListCall<R['returns']['status'], Returned<R>, Item>
    : Promise<Answer<R['returns']['status'], Returned<R>>>;

/** The body that a call returns. */
export type Returned<R extends Route> = R extends {
  returns: { body: infer S extends z.core.$ZodType };
}
  ? z.output<S>
  : undefined;

type Params<R> = R extends { params: infer S extends z.core.$ZodType } ? z.input<S> : never;
type Body<R> = R extends { body: infer S extends z.core.$ZodType } ? z.input<S> : never;

/** The etag that was read. Where it is optional, `*` stands for any. */
type IfMatch<R extends Route> = R extends { ifMatch: 'required' }
  ? { ifMatch: string }
  : R extends { ifMatch: 'optional' }
    ? { ifMatch?: string }
    : { ifMatch?: never };

/** A query travels as strings; what is parsed to a number may be given as one. */
type Query<R> = R extends { query: infer S extends z.core.$ZodType }
  ? {
      [name in keyof z.input<S>]:
        | z.input<S>[name]
        | (name extends keyof z.output<S> ? z.output<S>[name] : never);
    }
  : never;

/** A part that is not declared cannot be given; one without required members may be left out. */
type Part<Name extends string, T> = [T] extends [never]
  ? { [name in Name]?: never }
  : Nothing extends T
    ? { [name in Name]?: T }
    : { [name in Name]: T };

type ResourceTypeOf<Id> = Id extends `${infer ResourceType}.${string}` ? ResourceType : never;
type VerbOf<Id> = Id extends `${string}.${infer Verb}` ? Verb : never;
type RoutesOf<R extends Route, ResourceType extends string> = R extends {
  id: `${ResourceType}.${string}`;
}
  ? R
  : never;
type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** A type without required members; extends every type whose members are all optional. */
type Nothing = Record<never, never>;
