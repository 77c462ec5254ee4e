import fc from 'fast-check';
/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** One of several. */
export const pick = <T>(random: () => number, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;

/** Any code point, halves of surrogate pairs included. */
const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/**
 * Texts of any code points, and of ASCII with names that objects have (`__proto__`) among them. The library's own texts of
 * any code points know such names too, for a table of all code points that takes seconds to make.
 */
export const anyText = (size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ ...size, unit }) },
    { weight: 1, arbitrary: fc.string(size) },
  );
