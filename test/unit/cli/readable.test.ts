import assert from 'node:assert/strict';
import { readable, readableJson } from '../../../cli/readable.ts';
import { test } from '../../helpers/tests.ts';

const spelled = {
  'Persian, with a non-joiner': 'علی\u200cرضا',
  'Persian, between two words that are written as one': 'می\u200cخواهم',
  'Hindi, with a conjunct that is shown in half': 'क्\u200dष',
  'Bengali, with a joiner before the virama': 'র\u200d্যা',
  'Sinhala, with a conjunct': 'ශ්\u200dරී',
  'Kannada, with a non-joiner after the virama': 'ರಾಜ್\u200cಕುಮಾರ್',
  'letters beyond the first plane': '\u{1e900}\u200d\u{1e901}',
  'a family of emoji': '👩\u200d👩\u200d👧',
  'an emoji with a skin tone': '👩🏽\u200d🚀',
  'an emoji with a variation selector': '🏳️\u200d🌈',
  'lines and accents': 'Zoë\nО́льга 山田',
};

for (const [what, text] of Object.entries(spelled))
  test(`joiners stay in ${what}`, () => {
    assert.equal(readable(text), text);
    assert.equal(readableJson({ text }), JSON.stringify({ text }));
  });

const defused: Readonly<Record<string, readonly [string, string]>> = {
  'an escape sequence': ['a\u001b[31mb', 'a�[31mb'],
  'a control sequence of one character': ['a\u009b31mb', 'a�31mb'],
  'a bell and a backspace': ['a\u0007\u0008b', 'a��b'],
  'a carriage return': ['paid\rfree', 'paid�free'],
  'an override of the direction': ['a\u202egpj.exe', 'a�gpj.exe'],
  'an isolate': ['\u2066a\u2069', '�a�'],
  'a mark of direction': ['a\u200f\u061cb', 'a��b'],
  'a zero-width space and a byte order mark': ['a\u200bb\ufeffc', 'a�b�c'],
  'a separator of lines': ['a\u2028b\u2029c', 'a�b�c'],
  'tags, which nobody sees': ['a\u{e0041}', 'a�'],
  'a joiner at the start': ['\u200da', '�a'],
  'a joiner at the end': ['a\u200c', 'a�'],
  'a joiner beside a digit': ['1\u200d2', '1�2'],
  'a joiner beside a blank': ['علی \u200cرضا', 'علی �رضا'],
  'two joiners in a row': ['ع\u200c\u200dر', 'ع��ر'],
  'a joiner before a control': ['ع\u200c\u001b[0m', 'ع��[0m'],
  'a non-joiner between emoji': ['👩\u200c👧', '👩�👧'],
};

for (const [what, [text, shown]] of Object.entries(defused))
  test(`a terminal does not get ${what}, and JSON keeps its value`, () => {
    assert.equal(readable(text), shown);
    const json = readableJson({ [text]: text });
    assert.deepEqual(JSON.parse(json), { [text]: text });
    assert.doesNotMatch(json, /[\p{Cc}\p{Zl}\p{Zp}]|[^\P{Cf}\u200c\u200d]/u);
  });
