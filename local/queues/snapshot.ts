import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfiguration } from '../bad-configuration.ts';
import { writeWhole } from '../own-files.ts';
import type { Message } from './message.ts';
import type { Queue } from './queue.ts';

/** Gives the queues what the last orderly end kept of them; queues that are no more lose theirs. */
export const loadMessages = (folder: string, queues: readonly Queue[]): void => {
  const kept = read(fileIn(folder));
  for (const queue of queues) for (const message of kept[queue.settings.arn] ?? []) queue.accept(message);
};

/** Keeps every message of every queue, whole or not at all. */
export const saveMessages = (folder: string, queues: readonly Queue[]): void =>
  writeWhole(fileIn(folder), Object.fromEntries(queues.map((queue) => [queue.settings.arn, queue.messages()])));

const fileIn = (folder: string): string => join(folder, 'queues.json');

const read = (file: string): Readonly<Record<string, Message[]>> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    const message = `The file of queues ${file} cannot be read: empty the data folder with \`npm run local:reset\`.`;
    throw new BadConfiguration(message, { cause });
  }
};
