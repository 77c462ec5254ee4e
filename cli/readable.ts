/** Text of the API without what a terminal would obey, hide or reorder by. */
export const readable = (text: string): string =>
  withoutControls(text, (one) => (one === '\n' ? one : '�'));

/** JSON of the same value, in which such characters are escaped. */
export const readableJson = (value: unknown): string =>
  withoutControls(JSON.stringify(value), escaped);

/** Control and format characters, and separators of lines and paragraphs. */
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const withoutControls = (text: string, replacement: (one: string) => string): string =>
  text.replaceAll(obeyed, (one, at: number) => (isSpelling(text, at) ? one : replacement(one)));

/** Persian, Indic and Sinhala words, and emoji, are spelled with joiners inside. */
const isSpelling = (text: string, at: number): boolean => {
  const [before, one = '', after] = [
    text.slice(Math.max(0, at - 3), at),
    text[at],
    text.slice(at + 1, at + 3),
  ];
  if (one !== zwnj && one !== zwj) return false;
  if (/[\p{L}\p{M}]$/u.test(before) && /^[\p{L}\p{M}]/u.test(after)) return true;
  return (
    one === zwj &&
    /(?:\p{Extended_Pictographic}\u{fe0f}?|\p{Emoji_Modifier})$/u.test(before) &&
    pictured.test(after)
  );
};

const [zwnj, zwj] = ['\u200c', '\u200d'];
const pictured = /^\p{Extended_Pictographic}/u;

/** JSON knows units of UTF-16. */
const escaped = (one: string): string =>
  Array.from(
    { length: one.length },
    (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
