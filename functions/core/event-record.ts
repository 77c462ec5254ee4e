import type { EventType } from './event-types.ts';

/** The part of an example of an event type that differs from the example of its resource. */
export type Sample = {
  /** The event’s own values; the rest of `data` is the example of the resource. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Which change of the resource this is. */
  readonly sequence: number;
  readonly previous?: Readonly<Record<string, unknown>>;
};

/** The answers of the calls so far, by the name of each. */
export type MadeResources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The program that makes the calls, for bodies that need it. */
export type TriggerClient = {
  /** A PIN encrypted to a key that `GET /cards/{card_id}/pin-key` has returned. */
  readonly encryptPin: (pin: string, key: MadeResources[string] | undefined) => Promise<string>;
  readonly now: () => Date;
};

/** The upload of a document that was announced, or a call of a public route. */
export type TriggerStep = { readonly upload: string } | TriggerCall;

/** One call; `{name}` in its path is the id of what an earlier call returned. */
export type TriggerCall = {
  readonly call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly body?:
    | object
    | ((made: MadeResources, client: TriggerClient) => object | Promise<object>);
  /** The name of the answer in later steps; `feature`: that which its refusal says the customer lacks. */
  readonly as?: string;
  /** The next step waits for a status, or without one until nothing is being processed. */
  readonly awaits?: { readonly path: string; readonly status?: string };
};

/** The calls that make an event, those that tidy up, and how much later it follows where that is long. */
export type TriggerSteps = {
  readonly steps: readonly TriggerStep[];
  readonly undo?: readonly TriggerStep[];
  readonly later?: string;
};

/** How an event is produced, or why a program cannot. */
export type Trigger = TriggerSteps | { readonly why: string };

/** An event type besides its name and summary. No function that runs on AWS loads it. */
export type EventRecord = {
  /** Its example in the reference. */
  readonly sample: Sample;
  /** How the sandbox is made to emit it. */
  readonly trigger: Trigger;
  /** Whether it changes what cards may do, or what of a card or token its issuer stores: then it starts `reconcile-cards`. */
  readonly reconcilesCards?: boolean;
};

/** One record for each event of a resource. */
export type EventRecords<Type extends EventType> = Readonly<Record<Type, EventRecord>>;

/** The same for events that may concern cards: each says whether it does. */
export type CardEventRecords<Type extends EventType> = EventRecords<Type> &
  Readonly<Record<Type, { readonly reconcilesCards: boolean }>>;

/** The metadata of what a trigger creates. */
export const madeByTrigger = { made_by: 'fsapi trigger' };

/** The size of an upload. Its bytes are no picture, so the document is rejected once it was looked at. */
export const uploaded_bytes = 2_000;

export const by = (...steps: readonly TriggerStep[]): Trigger => ({ steps });

export const onlyBy = (why: string): Trigger => ({ why });

export const inDashboard = onlyBy('People and keys are managed in the dashboard alone.');

/** A call of an action of something that an earlier step made. */
export const on = (
  resource: string,
  action: string,
  body: object | ((made: MadeResources) => object) = {},
): TriggerStep => ({ call: `POST /${resource}s/{${resource}}/${action}`, body });
