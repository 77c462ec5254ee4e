import type * as z from 'zod/mini';
import { type AuthorizationEventType, authorizationEventTypes } from '../../domain/authorizations/life.ts';
import type { EventType } from '../../domain/events/types.ts';
import { ShownAccount } from '../accounts/accounts.ts';
import { ShownApiKey } from '../accounts/api-keys.ts';
import { ShownAuthorization } from '../authorizations/authorization.ts';
import { ShownCard } from '../cards/card.ts';
import { ShownCustomer } from '../customers/customer.ts';
import { ShownDocument } from '../documents/document.ts';
import { eventSummaries, eventTypeNames } from '../event-summaries.ts';
import { CustomerFeature } from '../features/feature.ts';
import { ToldOperator } from '../operators/operator.ts';
import { ShownVerification } from '../verifications/verification.ts';
import { ShownWebhook } from '../webhooks/webhook.ts';

type Entry = {
  /** One sentence: what happened. */
  readonly summary: string;
  /** What GET shows of the resource, and so what `data` is. */
  readonly data: z.core.$ZodType;
  /** Whether `previous` holds the old values of what changed. */
  readonly updates: boolean;
};

/** What happens to an authorization is told of under its card's name. */
type NounOf<Type extends EventType> = Type extends AuthorizationEventType
  ? 'authorization'
  : Type extends `${infer Noun}.${string}`
    ? Noun
    : never;

/** What the events of each noun carry: the noun as GET shows it. */
const data: Readonly<Record<NounOf<EventType>, z.core.$ZodType>> = {
  customer: ShownCustomer,
  document: ShownDocument,
  verification: ShownVerification,
  feature: CustomerFeature,
  card: ShownCard,
  authorization: ShownAuthorization,
  account: ShownAccount,
  api_key: ShownApiKey,
  operator: ToldOperator,
  webhook: ShownWebhook,
};

const entryOf = (name: EventType): Entry => {
  const [prefix, fact] = name.split('.') as [Exclude<NounOf<EventType>, 'authorization'>, string];
  const noun = authorizationEventTypes.some((one) => one === name) ? 'authorization' : prefix;
  return { summary: eventSummaries[name], data: data[noun], updates: fact === 'updated' };
};

/** Every type of event: what it tells and what it carries. */
export const eventTypes = Object.fromEntries(eventTypeNames.map((name) => [name, entryOf(name)])) as Readonly<
  Record<EventType, Entry>
>;
