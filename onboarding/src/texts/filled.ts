/** A text with its gaps filled in: `{name}`. */
export const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => isolated(String(values[name] ?? '')));

/** A name in Arabic or Hebrew must not turn the words around it. */
const isolated = (value: string): string =>
  /[\u0590-\u08ff]/.test(value) ? `\u2068${value}\u2069` : value;
