/**
 * How the comparison of names reads each script that it covers, by its code in ISO 15924. Katakana is missing: it writes foreign names
 * by their sound in Japanese (プーチン), which no rule leads back to the spelling of a list.
 */
export const comparedScripts = {
  ...({
    Latn: 'letters',
    Armn: 'letters',
    Cyrl: 'letters',
    Geor: 'letters',
    Grek: 'letters',
  } as const),
  ...({ Hira: 'letters', Hang: 'hangul', Hani: 'han', Arab: 'arabic', Hebr: 'hebrew' } as const),
  ...({
    Beng: 'indic',
    Deva: 'indic',
    Gujr: 'indic',
    Guru: 'indic',
    Knda: 'indic',
    Mlym: 'indic',
  } as const),
  ...({ Taml: 'indic', Telu: 'indic', Thai: 'thai' } as const),
};

export type ComparedScript = keyof typeof comparedScripts;
/** `letters`: each has one reading. */
export type WayToRead = (typeof comparedScripts)[ComparedScript];

/** The scripts of letters in a name that the comparison does not cover, in the order of the alphabet: ISO 15924. */
export const scriptsNotCompared = (name: string): readonly string[] => {
  if (everythingCompared.test(name.normalize('NFKC'))) return [];
  const letters = [...name.normalize('NFKC')].filter((character) => /\p{L}/u.test(character));
  const scripts = letters.filter((letter) => !everythingCompared.test(letter)).map(scriptOf);
  return [...new Set(scripts)].sort();
};

const codes = Object.keys(comparedScripts) as ComparedScript[];

const inScript = (code: string) => `\\p{Script=${code}}`;

/** A script of a name whose letters have several readings or none; undefined for others. */
export const scriptToRead = (name: string): ComparedScript | undefined => {
  if (!hasLettersToRead.test(name)) return undefined;
  return codesToRead.find((code) => new RegExp(inScript(code), 'u').test(name));
};

const codesToRead = codes.filter((code) => comparedScripts[code] !== 'letters');
const hasLettersToRead = new RegExp(`[${codesToRead.map(inScript).join('')}]`, 'u');

/** Characters of Han that a reading is known of. */
const readHan = '\\u3005-\\u3007\\u4e00-\\u9fa5';

/** Letters of no script of their own (a modifier, a lengthening mark) say nothing without others. */
const compared = [...codes.filter((code) => code !== 'Hani'), 'Zinh', 'Zyyy']
  .map(inScript)
  .join('');
const everythingCompared = new RegExp(`^(?:\\P{L}|[${compared}${readHan}])*$`, 'u');

/** The code of a letter's script; `Zzzz` is ISO's code for one that has none. */
const scriptOf = (letter: string): string =>
  otherScripts.find((code) => new RegExp(inScript(code), 'u').test(letter)) ?? 'Zzzz';

/** The other scripts that Unicode 15.0 has letters of, those of names in use first. */
const otherScripts = (
  'Hani Kana Orya Sinh Laoo Tibt Mymr Khmr Ethi Mong Thaa Syrc Bopo ' +
  'Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Bhks Brah Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Diak ' +
  'Dogr Dsrt Dupl Egyp Elba Elym Glag Gong Gonm Goth Gran Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj ' +
  'Kits Kthi Lana Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Miao Modi Mroo Mtei ' +
  'Mult Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti ' +
  'Rjng Rohg Runr Samr Sarb Saur Shaw Shrd Sidd Sind Sogd Sogo Sora Soyo Sund Sylo Tagb Takr Tale Talu Tang Tavt Tfng ' +
  'Tglg Tirh Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb'
).split(' ');
