import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { ApiError } from '../../client/src/api-error.ts';
import { eventTypeNames } from '../../functions/core/event-types.ts';
import type { Event } from '../../functions/delivery/events/schema.ts';
import { isEventTypePattern, subscribesTo } from '../../functions/delivery/webhooks/model.ts';
import { type Context, contextOf } from '../context.ts';
import { type Position, positionNow } from '../event-window.ts';
import { failureText, UsageError } from '../failures.ts';
import { follow, patiently } from '../follow.ts';
import { backoffAfter, forwardOnce, type Target } from '../forward.ts';
import { type Listener, openInbox, type Resend } from '../listeners.ts';
import { note, printBody, say } from '../output.ts';
import { readPrivate, stateFolder, writePrivate } from '../private-files.ts';
import { changeProfile, isSafe } from '../profiles.ts';

type Options = {
  readonly forwardTo?: string;
  readonly events: string;
  readonly since?: string;
  readonly reset?: true;
  readonly printSecret?: true;
};

/** `listen`: forwards each event to an address of this machine, signed as a webhook would be. */
export const addListen = (program: Command): void => {
  program
    .command('listen')
    .description('Forward each event, signed as a webhook, to your local server')
    .option('--forward-to <url>', 'where your receiver listens')
    .option('--events <types>', 'names such as card.frozen or card.*, separated by commas', '*')
    .option('--since <time>', 'at the first start, also events since then (RFC 3339)')
    .option('--reset', 'forget how far an earlier listener was')
    .option('--print-secret', 'print the secret that signs, and end')
    .action(async (options: Options, command: Command) => {
      const context = contextOf(command);
      const secret = secretOf(context);
      if (options.printSecret) return say(secret);
      await listen(context, { url: addressOf(options), secret }, options);
    });
};

const addressOf = ({ forwardTo = '' }: Options): URL => {
  const url = URL.canParse(forwardTo) ? new URL(forwardTo) : undefined;
  if (!url || !isSafe(url))
    throw new UsageError('--forward-to takes https://…, or http:// of this machine.');
  return url;
};

/** The secret of the profile, which stays the same: a receiver is configured once. */
const secretOf = ({ name, profile }: Context): string => {
  const webhook_secret = profile.webhook_secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  if (profile.webhook_secret === undefined) changeProfile(name, { webhook_secret });
  return webhook_secret;
};

type List = (after: string | null) => AsyncIterable<Event>;

const listen = async (context: Context, target: Target, options: Options): Promise<void> => {
  const patterns = patternsOf(options);
  const list: List = (after) => {
    const query = { limit: 100, created_after: after ?? undefined };
    return context.api('GET', '/events', { query }) as AsyncIterable<Event>;
  };
  const file = stateFile(context, target, patterns);
  const keep = (position: Position) => writePrivate(file, textOf(position));
  const start = await startOf(options, file, list);
  keep(start);
  const inbox = openInbox(file, listenerOf(context, target, patterns));
  note(`Forwarding ${patterns.join(', ')} to ${target.url.href}, signed by ${target.secret}`);
  const uninterrupted = untilSignal();
  const handle = (event: Event, received: () => void) =>
    subscribesTo(patterns, event.type)
      ? forward(event, { json: context.json, target, uninterrupted, received })
      : undefined;
  const resend = async ({ event_id, done }: Resend) => {
    const event = await eventOf(context, event_id);
    if (event && subscribesTo(patterns, event.type))
      await forward(event, { json: context.json, target, uninterrupted, received: done });
    else done();
  };
  const meanwhile = async () => {
    for (const one of inbox.waiting()) await resend(one);
  };
  await follow(list, start, { handle, keep, meanwhile });
};

const listenerOf = (
  { profile }: Context,
  { url }: Target,
  patterns: readonly string[],
): Listener => ({
  base_url: profile.base_url,
  tenant_id: profile.tenant_id,
  url: url.href,
  patterns,
});

/** An event that `resend` has named; undefined where the API does not know it any more. */
const eventOf = async ({ api }: Context, event_id: string): Promise<Event | undefined> => {
  try {
    return (await patiently(() => api('GET', `/events/${event_id}`))).body as Event;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return void note(failureText(error, false));
  }
};

const patternsOf = ({ events }: Options): string[] => {
  const patterns = events.split(',').map((one) => one.trim());
  const unknown = patterns.filter((one) => !isEventTypePattern(one, eventTypeNames));
  if (unknown.length > 0) note(`This version does not know the events ${unknown.join(', ')}.`);
  return patterns;
};

/** A listener of other events or to another address has a state of its own. */
const stateFile = ({ profile }: Context, { url }: Target, patterns: readonly string[]): string => {
  const names = [profile.base_url, profile.tenant_id, url.href, ...patterns.toSorted()];
  return join(
    stateFolder(),
    `listen-${createHash('sha256').update(JSON.stringify(names)).digest('hex')}.json`,
  );
};

const textOf = ({ after, seen }: Position): string =>
  JSON.stringify({ after, seen: Object.fromEntries(seen) });

const positionOf = (text: string, file: string): Position => {
  try {
    const { after, seen } = JSON.parse(text);
    return { after, seen: new Map(Object.entries(seen)) };
  } catch {
    throw new UsageError(`${file} is damaged. To start with the next event, add --reset.`);
  }
};

const startOf = async ({ since, reset }: Options, file: string, list: List): Promise<Position> => {
  const kept = reset ? undefined : readPrivate(file);
  if (kept !== undefined) {
    const position = positionOf(kept, file);
    note('Continuing where an earlier listener ended. To start again, add --reset.');
    return position;
  }
  if (since === undefined) return patiently(() => positionNow(list));
  const moment = new Date(since);
  if (Number.isNaN(moment.getTime()))
    throw new UsageError('--since takes a time, such as 2026-11-20T15:04:05Z.');
  return { after: new Date(moment.getTime() - 1).toISOString(), seen: new Map() };
};

type Forwarding = {
  readonly target: Target;
  readonly json: boolean;
  readonly uninterrupted: ReturnType<typeof untilSignal>;
  readonly received: () => void;
};

/** Sends an event until it is received, so that none after it overtakes it. */
const forward = async (
  event: Event,
  { target, json, uninterrupted, received }: Forwarding,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await uninterrupted(async () => {
      const result = await forwardOnce(event, target, attempt);
      if (result.received) received();
      return result;
    });
    const wait_ms = sent.received ? 0 : backoffAfter(attempt);
    const { id: event_id, type } = event;
    if (json) printBody({ event_id, type, attempt, ...sent }, true);
    else
      say(
        `${type.padEnd(30)} ${event_id} ${sent.outcome}${sent.received ? '' : `, again in ${wait_ms / 1_000} s`}`,
      );
    if (sent.received) return;
    await wait(wait_ms);
  }
};

/** Ctrl-C stops the process once the current event has been delivered, so that it is remembered. */
const untilSignal = () => {
  let [sending, stopping] = [false, false];
  const stop = () => {
    stopping = true;
    if (!sending) process.exit(0);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return async <T>(act: () => Promise<T>): Promise<T> => {
    sending = true;
    const result = await act();
    sending = false;
    if (stopping) process.exit(0);
    return result;
  };
};
