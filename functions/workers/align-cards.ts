import { randomUUID } from 'node:crypto';
import { alignedCard } from '../domain/cards/alignment.ts';
import {
  type AlignmentPass,
  type CardAlignmentJob,
  heldJob,
  isHeld,
  leftJob,
  passedJob,
  passOf,
} from '../domain/cards/alignment-job.ts';
import type { CardMove } from '../domain/cards/card.ts';
import { accountOfTenant } from '../store/accounts/accounts.ts';
import { endAlignment, findAlignment, type Holding, saveAlignment } from '../store/cards/alignment.ts';
import { pageOfCards } from '../store/cards/cards.ts';
import type { Fact } from '../store/change.ts';
import { stillInStatus } from '../store/customers/customers.ts';
import { decide } from '../store/decide.ts';
import { othersUnchanged, readHolder } from '../store/features/activations.ts';
import { card } from '../unit-of-work/cards.ts';
import { clock, commitWork, type Work, workAt } from './work.ts';

/** So many cards are read at once, and so many change in one transaction (data.md). */
const cards_read_max = 100;
const cards_changed_max = 20;

/** Left for the note at the end of an invocation that does not come to the end of its pass. */
const reserve_ms = 3_000;

/** What this invocation knows of the job besides what is stored: its last token, and how far it came without writing. */
type Progress = { readonly token: string; readonly pass: AlignmentPass | null };

/**
 * Brings every card of a customer to what its circumstances want. Each step rests on the job as it was read and writes it
 * on, so dying between two steps loses nothing, and of two at work one goes on. The job stays due until a pass that began a
 * minute after its cause finds nothing.
 */
export const alignCards = async (holding: Holding, work: Work, waitDivisor: number): Promise<void> => {
  let progress: Progress | undefined;
  do progress = await decide(() => step(holding, progress, work, waitDivisor));
  while (progress);
};

/** The next cards, and how far one has come; undefined when nothing is left to do now. */
const step = async (
  holding: Holding,
  progress: Progress | undefined,
  work: Work,
  waitDivisor: number,
): Promise<Progress | undefined> => {
  const now = clock.now();
  const stepping = workAt(work, now);
  // The job before what it rests on: its token then vouches that no cause came after what is read here.
  const job = await findAlignment(work.db, holding);
  if (!job || isHeld(job, progress?.token, now)) return undefined;
  const pass = (progress?.token === job.token ? progress.pass : null) ?? passOf(job, now);
  if (clock.now().getTime() > work.deadline.deadline - reserve_ms) return leave(job, pass, stepping);
  const { due, cursor, facts } = await look(job, pass, stepping);
  const reached = { ...pass, cursor, moved: pass.moved || due.length > 0 };
  if (cursor !== null && due.length === 0) return { token: job.token, pass: reached };
  const pace = { now, waitDivisor };
  const next = cursor === null ? passedJob(job, reached, pace) : heldJob(job, reached, pace);
  return write({ job, next, due, facts }, stepping);
};

/** The next cards that have to change, the card down to which all are then done, and what that rests on. */
const look = async (job: CardAlignmentJob, { cursor, moved }: AlignmentPass, { db, deadline: { now } }: Work) => {
  const { tenant_id, customer_id } = job;
  // Where one card has to change the next ones do too, and no more are read than can be changed.
  const limit = moved ? cards_changed_max : cards_read_max;
  const [holder, { currency }, page] = await Promise.all([
    readHolder(db, tenant_id, customer_id),
    accountOfTenant(db, tenant_id),
    pageOfCards(db, tenant_id, { customer_id }, { limit, below: cursor ?? undefined }),
  ]);
  const circumstances = { ...holder, account_currency: currency };
  const all = page.items.flatMap((card) => alignedCard(card, circumstances, now) ?? []);
  const due = all.slice(0, cards_changed_max);
  const facts = [stillInStatus(holder.customer), ...othersUnchanged(holder, [])];
  return { due, cursor: due.length < all.length ? (due.at(-1)?.before.id ?? null) : page.next, facts };
};

type Stepped = {
  readonly job: CardAlignmentJob;
  /** The job written on; undefined where it is done. */
  readonly next: Omit<CardAlignmentJob, 'token'> | undefined;
  readonly due: readonly CardMove[];
  readonly facts: readonly Fact[];
};

const write = async ({ job, next, due, facts }: Stepped, work: Work): Promise<Progress | undefined> => {
  const { now } = work.deadline;
  const token = randomUUID();
  const waits = next !== undefined && next.pass === null && next.due_at > now.toISOString();
  // Several are woken by one cause: who finds nothing to do and all that follows noted leaves no trace.
  if (waits && due.length === 0 && job.pass === null && job.due_at === next.due_at) return undefined;
  const written = next ? saveAlignment({ ...next, token }, job) : endAlignment(job);
  await commitWork(work, { changes: [written, ...due.map((move) => card(move))], facts });
  return next && !waits ? { token, pass: next.pass } : undefined;
};

const leave = async (job: CardAlignmentJob, pass: AlignmentPass, work: Work): Promise<undefined> => {
  const left = saveAlignment({ ...leftJob(job, pass, work.deadline), token: randomUUID() }, job);
  await commitWork(work, { changes: [left], facts: [] });
};
