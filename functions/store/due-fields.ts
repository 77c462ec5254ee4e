import type { Item } from './database.ts';
import { shardOf } from './table.ts';

/** The attributes that put something into the sparse index of what is due: absent when nothing is, since a key is never null. */
export const dueFields = (id: string, dueAt: string | null): Item =>
  dueAt === null ? {} : { due_at: dueAt, due_shard: shardOf(id) };
