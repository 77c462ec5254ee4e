import type * as z from 'zod/mini';
import type { EventType } from '../../domain/events/types.ts';
import { ApiKey } from '../accounts/api-keys.ts';
import { Card } from '../cards/card.ts';
import { Customer } from '../customers/customer.ts';
import { Document } from '../documents/document.ts';
import { eventSummaries, eventTypeNames } from '../event-summaries.ts';
import { CustomerFeature } from '../features/feature.ts';
import { Verification } from '../verifications/verification.ts';
import { Webhook } from '../webhooks/webhook.ts';

type Entry = {
  /** One sentence: what happened. */
  readonly summary: string;
  /** What GET shows of the resource, and so what `data` is. */
  readonly data: z.core.$ZodType;
  /** Whether `previous` holds the old values of what changed. */
  readonly updates: boolean;
};

type NounOf<Type extends string> = Type extends `${infer Noun}.${string}` ? Noun : never;

/** What the events of each noun carry: the noun as GET shows it. */
const data: Readonly<Record<NounOf<EventType>, z.core.$ZodType>> = {
  customer: Customer,
  document: Document,
  verification: Verification,
  feature: CustomerFeature,
  card: Card,
  api_key: ApiKey,
  webhook: Webhook,
};

const entryOf = (name: EventType): Entry => {
  const [noun, fact] = name.split('.') as [NounOf<EventType>, string];
  return { summary: eventSummaries[name], data: data[noun], updates: fact === 'updated' };
};

/** Every type of event: what it tells and what it carries. */
export const eventTypes = Object.fromEntries(eventTypeNames.map((name) => [name, entryOf(name)])) as Readonly<
  Record<EventType, Entry>
>;
