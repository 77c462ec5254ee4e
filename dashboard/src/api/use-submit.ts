import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Api } from './client.ts';
import { isPassing, passingRetry, useEnvironment } from './environment.tsx';
import { type Submission, submissionOf } from './submission.ts';

/** Lists may lag behind a write by a second. */
const lists_lag_ms = 1_500;

type Submitting<Input, Body> = {
  readonly send: (api: Api, input: Input, idempotencyKey: string) => Promise<{ readonly body: Body }>;
  readonly onDone?: (body: Body) => void;
  /** A PATCH carries no Idempotency-Key: only the person repeats it. */
  readonly repeatable?: boolean;
};

/** Sends what changes something: under one Idempotency-Key until it succeeds, and what is shown is read again after. */
export const useSubmit = <Input, Body>({ send, onDone, repeatable = true }: Submitting<Input, Body>) => {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  const last = useRef<Submission | null>(null);
  const mutation = useMutation<Body, Error, Input>({
    mutationFn: async (input: Input): Promise<Body> => {
      last.current = submissionOf(last.current, input, () => crypto.randomUUID());
      return (await send(api, input, last.current.key)).body;
    },
    ...passingRetry,
    retry: (failures, error) => repeatable && isPassing(error) && passingRetry.retry(failures, error),
    // What comes back may hold a secret: it is kept for as long as the page shows it.
    gcTime: 0,
    onSuccess: (body) => {
      last.current = null;
      void queries.invalidateQueries();
      setTimeout(() => void queries.invalidateQueries(), lists_lag_ms);
      onDone?.(body);
    },
  });
  return { submit: mutation.mutate, busy: mutation.isPending, problem: mutation.error, reset: mutation.reset };
};

/** What a form needs of a submission. */
export type Sending = { readonly busy: boolean; readonly problem: Error | null };
