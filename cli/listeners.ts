import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isId } from '../functions/core/ids.ts';
import { withFile } from './file-errors.ts';
import { makeFolder, readPrivate, stateFolder, writePrivate } from './private-files.ts';
import type { Profile } from './profiles.ts';

/** Which events a listener forwards, and where to. */
export type Listener = {
  readonly base_url: string;
  readonly tenant_id: string | undefined;
  readonly url: string;
  readonly patterns: readonly string[];
};

/** An event that a listener is to forward once more. */
export type Resend = { readonly event_id: string; readonly done: () => void };

/** Where a running listener finds what `resend` asks of it. */
export type Inbox = { readonly waiting: () => readonly Resend[] };

/** Each listener has a folder: what it forwards, and an empty file for each event that is to be forwarded once more. */
const about = 'listener.json';

/** A listener that has died leaves its folder; its number may be that of another process by now. */
const heartbeat_ms = 10_000;
const silence_ms_max = 60_000;

/** Makes the folder of this process, beside the file of its position. It takes over what an earlier process has left. */
export const openInbox = (file: string, listener: Listener): Inbox => {
  const own = `${file.replace(/\.json$/, '')}.${process.pid}`;
  withFile('written', own, () => makeFolder(own));
  for (const left of foldersIn(dirname(file)).filter(
    (folder) => folder !== own && !isRunning(folder),
  )) {
    const isEarlier = basename(left).startsWith(`${basename(file, '.json')}.`);
    if (isEarlier)
      for (const name of requestsIn(left))
        unlessGone(() => renameSync(join(left, name), join(own, name)));
    if (requestsIn(left).length === 0) rmSync(left, { recursive: true, force: true });
  }
  writePrivate(join(own, about), JSON.stringify(listener));
  setInterval(() => beat(own), heartbeat_ms).unref();
  return {
    waiting: () =>
      requestsIn(own).map((name) => ({
        event_id: name.slice(name.indexOf('evt_')),
        done: () => rmSync(join(own, name), { force: true }),
      })),
  };
};

/** The running listeners of an environment that forward events of a type. */
export const listenersOf = (
  { base_url, tenant_id }: Profile,
  forwards: (one: Listener) => boolean,
) =>
  foldersIn(stateFolder()).flatMap((folder) => {
    const text = isRunning(folder) ? readPrivate(join(folder, about)) : undefined;
    const listener: Listener | undefined = text === undefined ? undefined : JSON.parse(text);
    const isOwn = listener?.base_url === base_url && listener.tenant_id === tenant_id;
    return listener && isOwn && forwards(listener)
      ? [{ url: listener.url, resend: resendTo(folder) }]
      : [];
  });

/** The name of a file sorts by time. */
const resendTo = (folder: string) => (event_id: string) =>
  withFile('written', folder, () =>
    writeFileSync(join(folder, `${Date.now()}-${randomUUID()}.${event_id}`), '', {
      mode: 0o600,
      flag: 'wx',
    }),
  );

const foldersIn = (folder: string): readonly string[] =>
  withFile('read', folder, () => unlessGone(() => readdirSync(folder)) ?? [])
    .filter((name) => /^listen-[0-9a-f]{64}\.\d+$/.test(name))
    .map((name) => join(folder, name));

const requestsIn = (folder: string): readonly string[] =>
  (unlessGone(() => readdirSync(folder)) ?? [])
    .filter((name) => isId(name.slice(name.indexOf('evt_'))))
    .sort();

/** Two listeners can start at once, and both clear up. */
const unlessGone = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const isRunning = (folder: string): boolean => {
  const beaten_ms = unlessGone(() => statSync(join(folder, about)).mtimeMs);
  if (beaten_ms === undefined || Date.now() - beaten_ms > silence_ms_max) return false;
  try {
    return process.kill(Number(folder.slice(folder.lastIndexOf('.') + 1)), 0);
  } catch {
    return false;
  }
};

/** Somebody may have removed the folder; then nothing is asked of this listener. */
const beat = (folder: string): void =>
  void unlessGone(() => utimesSync(join(folder, about), new Date(), new Date()));
