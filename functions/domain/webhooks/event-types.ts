/** Takes every event. */
export const everyEventType = '*';

/** Whether a webhook that subscribes to these patterns gets an event of this type. */
export const subscribesTo = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => covers(pattern, type));

/** Whether a pattern can be subscribed to: `*`, the exact name of a type, or `noun.*` of a noun that has types. */
export const isEventTypePattern = (pattern: string, types: readonly string[]): boolean =>
  types.some((type) => covers(pattern, type));

/** Every pattern that can be subscribed to. */
export const eventTypePatterns = (types: readonly string[]): readonly string[] => [
  everyEventType,
  ...new Set(types.map((type) => `${nounOf(type)}.*`)),
  ...types,
];

const covers = (pattern: string, type: string): boolean =>
  pattern === everyEventType || pattern === type || (pattern === `${nounOf(type)}.*` && type.includes('.'));

const nounOf = (type: string) => type.slice(0, type.indexOf('.'));
