// The features that older browsers lack (iOS before 16, Chrome before 110), pages without https,
// and storage that is blocked.

/** The key of a new submission. `randomUUID` is only there over https, and not in older browsers. */
export const newKey = (
  random: Partial<Pick<Crypto, 'randomUUID' | 'getRandomValues'>> | undefined = globalThis.crypto,
): string => {
  if (random?.randomUUID) return random.randomUUID();
  const bytes =
    random?.getRandomValues?.(new Uint8Array(16)) ??
    Array.from({ length: 16 }, () => Math.random() * 256);
  return Array.from(bytes, (byte) => Math.floor(byte).toString(16).padStart(2, '0')).join('');
};

/** Reads what a browser may refuse to give, such as `sessionStorage` where it is blocked; undefined where it does. */
export const unlessRefused = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
