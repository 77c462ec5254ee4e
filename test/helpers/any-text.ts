import fc from 'fast-check';

/** Any code point, halves of surrogate pairs included. */
const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/**
 * Texts of any code points, and of ASCII with names that objects have (`__proto__`) among them. The library's own texts of
 * any code points know such names too, for a table of all code points that takes seconds to make.
 */
export const anyText = (size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: fc.string({ ...size, unit }) }, { weight: 1, arbitrary: fc.string(size) });
