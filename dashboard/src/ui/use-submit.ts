import { routeTable } from 'virtual:route-table';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type AnswerOf, type Api, type CallOf, callRoute, type RouteId } from '../api/client.ts';
import { useEnvironment, withRetries } from '../api/environment.tsx';
import { type Submission, submissionOf } from '../api/submission.ts';
import { useFlash } from './flashes.tsx';

/** Lists may lag behind a write by a second. */
const lists_lag_ms = 1_500;

/** The effects of a change that succeeded on the page. */
export type Done<Body> = {
  /** The text that is shown. */
  readonly success?: string | ((body: Body) => string) | undefined;
  readonly onDone?: ((body: Body) => void) | undefined;
};

export type Submitting<Input, Body> = Done<Body> & {
  readonly send: (
    api: Api,
    input: Input,
    idempotencyKey: string,
  ) => Promise<{ readonly body: Body }>;
  /** A PATCH has no Idempotency-Key: only the person repeats it. */
  readonly repeatable?: boolean;
};

/** Sends a change under one Idempotency-Key until it succeeds, then reads again what is shown. */
export const useSubmit = <Input, Body>({
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
      void queries.invalidateQueries();
      setTimeout(() => void queries.invalidateQueries(), lists_lag_ms);
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

/** Sends a change by its route. */
export const useChange = <Id extends RouteId>(route: Id, done: Done<AnswerOf<Id>> = {}) => {
  const isPost = routeTable.find(({ id }) => id === route)?.method === 'POST';
  return useSubmit<CallOf<Id>, AnswerOf<Id>>({
    ...done,
    send: (api, call, idempotencyKey) =>
      callRoute(api, route, { ...(call as object), ...(isPost && { idempotencyKey }) }),
    repeatable: isPost,
  });
};

/** The state of a submission that a form needs. */
export type Sending = { readonly busy: boolean; readonly error: Error | null };
