/** The printed reference of every event type as a JSON string; the bundler puts it here (lib/bundles.ts). */
declare const EVENT_REFERENCE: string;

/** The `data` of every example by event type, as a JSON string, without the large schemas. */
declare const EVENT_EXAMPLES: string;

/** One event type as the reference shows it. */
export type PrintedEventType = {
  readonly object: 'event_type';
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the delivered body. */
  readonly schema: Record<string, unknown>;
  /** A delivered body. */
  readonly example: Record<string, unknown> & { readonly data: object };
};

/** Every event type, in the order of the catalogue. Parsed at the first use. */
export const printedEventTypes = (): readonly PrintedEventType[] => {
  parsed ??= JSON.parse(EVENT_REFERENCE) as PrintedEventType[];
  return parsed;
};

let parsed: readonly PrintedEventType[] | undefined;

/** The data that an event of this type carries in the reference. */
export const eventExample = (type: string): object => {
  examples ??= JSON.parse(EVENT_EXAMPLES) as Record<string, object>;
  return examples[type] ?? {};
};

let examples: Readonly<Record<string, object>> | undefined;
