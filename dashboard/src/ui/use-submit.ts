import { routeTable } from 'virtual:route-table';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import { type AnswerOf, type Api, type CallOf, callRoute, type RouteId } from '../api/client.ts';
import { useEnvironment, withRetries } from '../api/environment.tsx';
import { readAgain } from '../api/read-again.ts';
import { rebased } from '../api/rebase.ts';
import { type Submission, submissionOf } from '../api/submission.ts';
import { useFlash } from './flashes.tsx';

/** The effects of a change that succeeded on the page. */
export type Done<Body> = {
  /** The text that is shown. */
  readonly success?: string | ((body: Body) => string) | undefined;
  readonly onDone?: ((body: Body) => void) | undefined;
};

export type Submitting<Input, Body> = Done<Body> & {
  /** The route of the change. */
  readonly route: RouteId;
  readonly send: (
    api: Api,
    input: Input,
    idempotencyKey: string,
  ) => Promise<{ readonly body: Body }>;
  /** A PATCH has no Idempotency-Key: only the person repeats it. */
  readonly repeatable?: boolean;
};

/** Sends a change under one Idempotency-Key until it succeeds, then reads again what it touches. */
export const useSubmit = <Input, Body>({
  route,
  send,
  success,
  onDone,
  repeatable = true,
}: Submitting<Input, Body>) => {
  const { api } = useEnvironment();
  const flash = useFlash();
  const queries = useQueryClient();
  const last = useRef<Submission | null>(null);
  const mutation = useMutation<Body, Error, Input>({
    mutationFn: async (input: Input): Promise<Body> => {
      const submission = submissionOf(last.current, input, () => crypto.randomUUID());
      last.current = submission;
      const call = () => send(api, input, submission.key);
      return (await (repeatable ? withRetries(call) : call())).body;
    },
    // The response may hold a secret: it is kept only while the page shows it.
    gcTime: 0,
    onSuccess: (body) => {
      last.current = null;
      readAgain(queries, route, body);
      if (success) flash(typeof success === 'string' ? success : success(body));
      onDone?.(body);
    },
  });
  return {
    submit: mutation.mutate,
    busy: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  };
};

/** A resource with the version that its etag names. */
export type Versioned = { readonly version: number };

/** Sends a change by its route: of what the person has read, where that is given. */
export const useChange = <Id extends RouteId>(
  route: Id,
  { read, ...done }: Done<AnswerOf<Id>> & { readonly read?: Versioned | undefined } = {},
) => {
  const isPost = routeTable.find(({ id }) => id === route)?.method === 'POST';
  return useSubmit<CallOf<Id>, AnswerOf<Id>>({
    ...done,
    route,
    send: (api, call, idempotencyKey) =>
      read
        ? changeOf(api, route, call as Change, read)
        : callRoute(api, route, { ...(call as object), ...(isPost && { idempotencyKey }) }),
    repeatable: isPost,
  });
};

type Change = { readonly params: object; readonly body: object };

/** Changes the version that was read. If only other fields have changed since, it changes the newest version. */
const changeOf = async <Body>(api: Api, route: RouteId, call: Change, read: Versioned) => {
  const send = (body: object, { version }: Versioned) =>
    callRoute<Body>(api, route, { ...call, body, ifMatch: `"${version}"` });
  try {
    return await send(call.body, read);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'version_mismatch')) throw error;
    const get = `${route.split('.')[0]}.get` as RouteId;
    const { body: newest } = await callRoute<Versioned>(api, get, { params: call.params });
    const body = rebased({ ...call.body }, { ...read }, { ...newest });
    if (!body) throw error;
    return send(body, newest);
  }
};

/** The state of a submission that a form needs. */
export type Sending = { readonly busy: boolean; readonly error: Error | null };
