import assert from 'node:assert/strict';
import { plainWords } from '../../../../functions/identity/screeners/plain-words.ts';
import { scriptsNotCompared } from '../../../../functions/identity/screeners/scripts.ts';
import { test } from '../../../helpers/tests.ts';

test('letters of scripts that the comparison covers, and what is no letter, are no finding', () => {
  for (const name of [
    '',
    'Ana María',
    'Łukasz O’Brien-Ng 3',
    'Владимир',
    'Νικόλαος',
    '王伟',
    '김정은',
    'ひらがな',
    '٣ ― (…)',
  ])
    assert.deepEqual(scriptsNotCompared(name), [], name);
});

test('each other script is named once, in order', () => {
  for (const [name, scripts] of [
    ['ᓄᓇᕗᑦ', ['Cans']],
    ['Ana ᓄᓇᕗᑦ ሰላም ᓄ', ['Cans', 'Ethi']],
    ['ᠮᠣᠩᠭᠣᠯ', ['Mong']],
    ['王𠀋', ['Hani']],
    ['𞤀𞤣𞤤𞤢𞤥', ['Adlm']],
  ] as const)
    assert.deepEqual(scriptsNotCompared(name), scripts, name);
});

test('every letter of Unicode’s first plane is compared or has the code of its script', () => {
  const nameless: string[] = [];
  for (let point = 0; point < 0x10000; point += 1) {
    const letter = String.fromCodePoint(point);
    if (/\p{L}/u.test(letter) && scriptsNotCompared(letter)[0] === 'Zzzz')
      nameless.push(point.toString(16));
  }
  assert.deepEqual(nameless, []);
});

test('every character of Han that is compared has a reading', () => {
  const unread: string[] = [];
  for (let point = 0x3400; point < 0x30000; point += 1) {
    const character = String.fromCodePoint(point).normalize('NFKC');
    if (!/^(?=\p{L})\p{Script=Hani}$/u.test(character) || scriptsNotCompared(character).length > 0)
      continue;
    if (plainWords(character).length === 0) unread.push(point.toString(16));
  }
  assert.deepEqual(unread, []);
});
