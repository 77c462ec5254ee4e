/** The size of an item as DynamoDB counts it: names and values, and some bytes for a number. */
export const bytesOf = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const bytes = value instanceof Uint8Array ? value.length : Buffer.byteLength(String(value));
    return sum + Buffer.byteLength(name) + bytes;
  }, 0);
