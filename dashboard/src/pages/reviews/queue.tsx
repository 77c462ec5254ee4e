import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../client/src/api-error.ts';
import type { Api, Operator, Verification } from '../../api/client.ts';
import { useDenial, useEnvironment, withRetries } from '../../api/environment.tsx';
import { readAgain } from '../../api/read-again.ts';
import { useMembers } from '../../api/use-read.ts';
import { usePerson } from '../../session/session.tsx';
import { filled, sentence, t } from '../../texts/texts.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useGo } from '../../ui/links.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { Actor } from '../events/events.tsx';

const page_items = 100;
const pages_max = 10;

/** The verifications that wait for a decision, the longest wait first; of more than a thousand the newest thousand. */
export const readQueue = async (
  api: Api,
  signal?: AbortSignal,
): Promise<readonly Verification[]> => {
  const found: Verification[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < pages_max && cursor !== null; page++) {
    const query = { reviewing: 'true', limit: page_items, ...(cursor && { cursor }) } as const;
    const { body } = await api.verifications.listAll({ query, ...(signal && { signal }) });
    found.push(...body.data);
    cursor = body.next_cursor;
  }
  return found.toSorted((one, other) => submittedAt(one).localeCompare(submittedAt(other)));
};

const submittedAt = ({ submitted_at, created_at }: Verification): string =>
  submitted_at ?? created_at;

/** The holders of verifications, in the order in which the next one is taken. */
const holders = ['me', 'nobody', 'another'] as const;

/** The holder of a verification. It has none if the person who took it was removed or does not review any more. */
export const useHolder = () => {
  const me = usePerson()?.id;
  const { data, isLoading, isFetched, refetch } = useMembers();
  const among =
    (members: typeof data) =>
    ({ assignee_id: id }: Verification): (typeof holders)[number] => {
      if (id === me) return 'me';
      const decides = (one: Operator) =>
        one.id === id && (one.role === 'owner' || one.role === 'reviewer');
      return id !== null && (!members || members.data.some(decides)) ? 'another' : 'nobody';
    };
  /** The holders of what was just read: of a person who was invited since the people were read, these are read again. */
  const holderIn = async (queue: readonly Verification[]) => {
    const isKnown = (id: string | null) => id === null || data?.data.some((one) => one.id === id);
    if (!data || queue.every(({ assignee_id }) => isKnown(assignee_id))) return among(data);
    return among((await refetch({ cancelRefetch: false })).data ?? data);
  };
  return { holderOf: among(data), holderIn, isLoading: isLoading && !isFetched };
};

/**
 * Leads to the next verification: the longest wait of one's own, of nobody's, of others'; else to the queue. One that nobody
 * has is taken on the way, so that two who go on at the same time get two of them.
 */
export const useNext = (id: string): (() => Promise<void>) => {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  const go = useGo();
  const me = usePerson()?.id ?? null;
  const { holderIn } = useHolder();
  const mayTake = useDenial()('verifications.assign') === null;
  // A key that is pressed twice takes one.
  const isGoing = useRef(false);
  /** False where somebody else was quicker; what cannot be taken for another reason is still open to be read. */
  const take = async (one: Verification): Promise<boolean> => {
    const idempotencyKey = crypto.randomUUID();
    try {
      const assignment = { ...openedOf(one), body: { assignee_id: me }, idempotencyKey };
      const { body } = await withRetries(() => api.verifications.assign(assignment));
      readAgain(queries, 'verifications.assign', body);
      return true;
    } catch (error) {
      return !(error instanceof ApiError && error.code === 'version_mismatch');
    }
  };
  return async () => {
    if (isGoing.current) return;
    isGoing.current = true;
    const queue = await withRetries(() => readQueue(api)).catch(() => []);
    const holderOf = await holderIn(queue);
    const inOrder = holders.flatMap((holder) => queue.filter((one) => holderOf(one) === holder));
    // The search starts behind the open one: a person who goes on without a decision is not led back to the first.
    const place = inOrder.findIndex((one) => one.id === id);
    for (const one of [...inOrder.slice(place + 1), ...inOrder.slice(0, Math.max(place, 0))]) {
      if (mayTake && holderOf(one) === 'nobody' && !(await take(one))) continue;
      return go(`/reviews/${one.id}`);
    }
    go('/reviews');
  };
};

const minute_ms = 60_000;

/** How long it has waited, such as `3 h 20 min`. */
export const waitedText = (verification: Verification, now: number): string => {
  const minutes = Math.max(
    0,
    Math.floor((now - Date.parse(submittedAt(verification))) / minute_ms),
  );
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return filled(t.reviews.daysAndHours, { days, hours });
  return hours > 0
    ? filled(t.reviews.hoursAndMinutes, { hours, minutes: minutes % 60 })
    : filled(t.reviews.minutesMin, { minutes });
};

/** The version that the person opened: a decision applies to that one only. */
export const openedOf = ({ id, version }: Verification) => ({
  params: { verification_id: id },
  ifMatch: `"${version}"`,
});

type Of = { readonly verification: Verification };

/** The holder of a verification, in words. */
export const Holder = ({ verification }: Of) => {
  const holder = useHolder().holderOf(verification);
  return holder === 'another' ? (
    <Actor actor={{ type: 'operator', id: verification.assignee_id ?? '' }} />
  ) : (
    t.reviews.holders[holder]
  );
};

/** Says who has the verification that is open, and takes it, or puts it back. */
export const Assignment = ({ verification }: Of) => {
  const me = usePerson()?.id ?? null;
  const { holderOf, holderIn } = useHolder();
  const holder = holderOf(verification);
  const { assignee_id: current } = verification;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each holder.
  useEffect(() => void holderIn([verification]), [current]);
  const { submit, busy, error } = useChange('verifications.assign');
  const assignee_id = holder === 'me' ? null : me;
  return (
    <>
      <span className="muted">
        {sentence(t.reviews.assignedTo, { person: <Holder verification={verification} /> })}
      </span>
      <span className="keyed" data-key="T">
        <ActionButton
          route="verifications.assign"
          name={t.reviews.assignments[holder]}
          busy={busy}
          onClick={() => submit({ ...openedOf(verification), body: { assignee_id } })}
        />
        <kbd aria-hidden>{filled(t.reviews.keyCap, { key: 'T' })}</kbd>
      </span>
      {error && <ErrorAlert error={error} />}
    </>
  );
};
