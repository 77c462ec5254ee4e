/**
 * Characters that are never seen and change what is: control characters, soft hyphen, grapheme
 * joiner, fillers of Hangul, Khmer and Braille. Others have no width, turn the direction of
 * writing, separate lines, annotate between lines, or mark the byte order. Listed, because not
 * every dialect of regular expressions knows their classes.
 */
const hidden =
  '\\x00-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E' +
  '\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\uFFFE\\uFFFF';

/** Those beyond the Basic Multilingual Plane: controls of shorthand and of music, and tags. */
const hiddenBeyond =
  '\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E00FF}\\u{E01F0}-\\u{E0FFF}';

/** Characters that are not seen either, but belong to the character before them: variation selectors. */
const selectors = '\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';

/** Spaces of every width. */
const blank = ' \\xA0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000';

const isHidden = new RegExp(`[${hidden}${hiddenBeyond}]`, 'u');
const needsContext = new RegExp(`[\\u200C\\u200D${selectors}]`, 'u');
const isBlank = new RegExp(`^[${blank}]*$`);
const blanks = new RegExp(`[${blank}]+`, 'g');
const outerBlanks = new RegExp(`^[${blank}]+|[${blank}]+$`, 'g');
const unseen = new RegExp(
  `[${hidden}${hiddenBeyond}\\u200C\\u200D${selectors}\\uD800-\\uDFFF]+`,
  'gu',
);

/** Whether a text has a character that nobody sees, or a half of a surrogate pair. */
export const holdsHidden = (text: string): boolean =>
  isHidden.test(text) ||
  !text.isWellFormed() ||
  (needsContext.test(text) && outOfPlace().test(text));

/** Whether a text has nothing but spaces. */
export const isBlankText = (text: string): boolean => isBlank.test(text);

/** Whether a text has a letter, of any script. */
export const hasLetter = (text: string): boolean => /[A-Za-z]/.test(text) || /\p{L}/u.test(text);

/**
 * A name as it is stored: runs of blanks within it are one space, and those at its ends are gone.
 * Soft hyphens and zero-width spaces are gone too: they come along when a name is copied from a
 * page.
 */
export const tidyName = (name: string): string =>
  name
    .replaceAll(/[\xAD\u200B]/g, '')
    .replaceAll(blanks, ' ')
    .replaceAll(/^ | $/g, '');

/** A text without the blanks at its ends. */
export const withoutOuterBlanks = (text: string): string => text.replace(outerBlanks, '');

/** A text with `other` in place of all that is not seen. */
export const withoutHidden = (text: string, other: string): string => text.replace(unseen, other);

/** Signs that suppress the vowel of a letter and join it to the next one (canonical combining class 9). */
const viramas =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0EBA\\u0F84\\u1039\\u103A' +
  '\\u1714\\u1715\\u1734\\u17D2\\u1A60\\u1B44\\u1BAA\\u1BAB\\u1BF2\\u1BF3\\u2D7F\\uA806\\uA82C\\uA8C4\\uA953\\uA9C0\\uAAF6\\uABED' +
  '\\u{11046}\\u{11070}\\u{1107F}\\u{110B9}\\u{11133}\\u{11134}\\u{111C0}\\u{11235}\\u{112EA}\\u{1134D}\\u{11442}\\u{114C2}' +
  '\\u{115BF}\\u{1163F}\\u{116B6}\\u{1172B}\\u{11839}\\u{1193D}\\u{1193E}\\u{119E0}\\u{11A34}\\u{11A47}\\u{11C3F}\\u{11D44}\\u{11D97}';

/** Letters that join to the next one (Joining_Type D or L): of Arabic, Syriac, N’Ko, Mandaic, Mongolian, Phags-pa, Rohingya, Adlam. */
const joiningNext =
  '\\u0620\\u0626\\u0628\\u062A-\\u062E\\u0633-\\u063F\\u0641-\\u0647\\u0649\\u064A\\u066E\\u066F\\u0678-\\u0687\\u069A-\\u06BF' +
  '\\u06C1\\u06C2\\u06CC\\u06CE\\u06D0\\u06D1\\u06FA-\\u06FC\\u06FF\\u0712-\\u0714\\u071A-\\u071D\\u071F-\\u0727\\u0729\\u072B' +
  '\\u072D\\u072E\\u074E-\\u0758\\u075C-\\u076A\\u076D-\\u0770\\u0772\\u0775-\\u0777\\u077A-\\u077F\\u07CA-\\u07EA\\u0841-\\u0845' +
  '\\u0848\\u084A-\\u0853\\u0855\\u0860\\u0862-\\u0865\\u0868\\u0886\\u0889-\\u088D\\u088F\\u08A0-\\u08A9\\u08AF\\u08B0\\u08B3-\\u08B8' +
  '\\u08BA-\\u08C8\\u1807\\u1820-\\u1878\\u1887-\\u18A8\\u18AA\\uA840-\\uA872\\u{10D00}-\\u{10D21}\\u{10D23}\\u{1E900}-\\u{1E943}';

/** Letters that join to the one before them (Joining_Type D or R), of the same scripts. */
const joiningPrevious =
  '\\u0620\\u0622-\\u063F\\u0641-\\u064A\\u066E\\u066F\\u0671-\\u0673\\u0675-\\u06D3\\u06D5\\u06EE\\u06EF\\u06FA-\\u06FC\\u06FF' +
  '\\u0710\\u0712-\\u072F\\u074D-\\u077F\\u07CA-\\u07EA\\u0840-\\u0858\\u0860\\u0862-\\u0865\\u0867-\\u086A\\u0870-\\u0882\\u0886' +
  '\\u0889-\\u088F\\u08A0-\\u08AC\\u08AE-\\u08C8\\u1807\\u1820-\\u1878\\u1887-\\u18A8\\u18AA\\uA840-\\uA871\\u{10D01}-\\u{10D23}' +
  '\\u{1E900}-\\u{1E943}';

/** Characters of which a variation selector chooses a form: ideographs, pictographs, letters of Myanmar and Mongolian. */
const varying =
  '\\p{Ideographic}\\p{Extended_Pictographic}\\u1000-\\u109F\\uAA60-\\uAA7F\\u1820-\\u18AA';

/** Where a joiner is within a conjunct: a letter before it, with its nukta, and a virama with the next letter behind it. */
const conjunct = `(?<=\\p{Lo}\\p{Mn}?)[\\u200C\\u200D][${viramas}]\\p{Lo}`;

let found: RegExp | undefined;

/**
 * A joiner that joins nothing, or a selector that selects nothing. A joiner may follow a virama
 * (UAX #31, contexts A2 and B), and one that separates may stand between letters that would join
 * (A1). One may stand within a conjunct, before its virama: that is how Bengali, Kannada and
 * Sinhala choose the form of one (The Unicode Standard, chapters 12 and 13). Made when first
 * needed: few texts have such characters, and a class of Unicode's costs a millisecond.
 */
const outOfPlace = (): RegExp => {
  found ??= new RegExp(
    [
      `(?<![${viramas}])(?!${conjunct})\\u200D`,
      `(?<![${viramas}])(?!${conjunct})(?<![${joiningNext}]\\p{Mn}*)\\u200C`,
      `(?<![${viramas}])(?!${conjunct})\\u200C(?!\\p{Mn}*[${joiningPrevious}])`,
      `(?<![${varying}]|[0-9#*](?=\\uFE0F\\u20E3))[${selectors}]`,
    ].join('|'),
    'u',
  );
  return found;
};

/** Whether a text is that of a scenario, in either case; what was stored before names were tidied counts as tidied. */
export const isScenarioText = (stored: string, scenario: string): boolean =>
  tidyName(stored).toLowerCase() === scenario.toLowerCase();
