import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { evidencePages } from '../../lib/evidence/pages.ts';
import { evidenceText, type Row } from '../../lib/evidence/rows.ts';
import { threats } from '../../lib/evidence/threats.ts';
import { threatsOfEvents } from '../../lib/evidence/threats-of-events.ts';
import { settingNames } from '../../lib/settings-schema.ts';
import { alone, filesOf, suites } from '../helpers/suites.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const alarms = (await synthesised()).flatMap((stack) =>
  ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => String(Properties.AlarmName)),
);
const known = new Set(
  alarms.map((name) => name.replace(/^financial-services-(sandbox|live)-/, '')),
);
const ran = new Set(filesOf([...Object.values(suites).flat(), ...alone]));

/** Whether a file declares a test with this name, in any kind of quotes. */
const declares = (text: string, name: string): boolean =>
  ["'", '`', '"'].some(
    (quote) =>
      text.includes(`(${quote}${name}${quote}`) || text.includes(`\n${quote}${name}${quote}`),
  );

/** The parts of a row that the repository does not have. */
const lacking = ({ code, tests = [], settings = [], alarms: named = [] }: Row): string[] => {
  const [path = '', symbol] = code?.split('#') ?? [];
  const hasSymbol =
    symbol === undefined ||
    new RegExp(`\\bexport (const|type|class) ${symbol}\\b`).test(read(path));
  return [
    ...(code !== undefined && !(existsSync(path) && hasSymbol) ? [code] : []),
    ...tests.filter((test) => {
      const [file = '', name = ''] = test.split(' › ');
      return !ran.has(file) || !declares(read(file).replaceAll(/\(\s+(?=['`"])/g, '('), name);
    }),
    ...settings.filter((name) => !settingNames.includes(name)),
    // Those of a setting that the templates here lack are in the runbook.
    ...named.filter((name) => !known.has(name) && !read('RUNBOOK.md').includes(`\`${name}\``)),
  ];
};

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

describe('the evidence', () => {
  for (const page of evidencePages) {
    test(`of ${page.file} names files, symbols, tests, settings and alarms that there are`, () => {
      assert.deepEqual(page.rows.flatMap(lacking), []);
    });

    test(`of ${page.file} is printed, on at most 1 200 words`, () => {
      const text = read(`docs/evidence/${page.file}`);
      assert.equal(text, evidenceText(page), 'The page is old: run `npx node bin/evidence.ts`.');
      assert.ok(text.split(/\s+/).length <= 1_200, `${text.split(/\s+/).length} words`);
    });

    test(`of ${page.file} says where nothing proves a row`, () => {
      const open = page.rows.filter(
        ({ code, tests = [] }) => code === undefined && tests.length === 0,
      );
      for (const { of, claim, settings = [] } of open)
        assert.ok(settings.length > 0 || /not covered|not tested|decides|yours/i.test(claim), of);
    });
  }

  test('of threats has a row for each entrance and each letter of STRIDE', () => {
    const stride = [
      'spoofing',
      'tampering',
      'repudiation',
      'information disclosure',
      'denial of service',
      'elevation of privilege',
    ];
    const rows = [...threats.rows, ...threatsOfEvents.rows].map(({ of }) => of.split(': '));
    const pairs = rows.filter(([, threat = '']) => stride.includes(threat));
    const entrances = [...new Set(pairs.map(([entrance]) => entrance))];
    assert.deepEqual([entrances.length, pairs.length], [7, 7 * stride.length]);
    for (const entrance of entrances) {
      const found = pairs.filter(([of]) => of === entrance).map(([, threat]) => threat);
      assert.deepEqual(found, stride, entrance);
    }
  });

  test('of a test that was removed is lacking', () => {
    const removed = {
      of: 'a row',
      claim: 'It holds.',
      tests: ['test/unit/metadata.test.ts › a test that nobody wrote'],
    } as const;
    assert.deepEqual(lacking(removed), [...removed.tests]);
    assert.deepEqual(
      lacking({
        of: 'a row',
        claim: 'It holds.',
        code: 'lib/app.ts#nobody',
        alarms: ['nothing-rings'],
      }),
      ['lib/app.ts#nobody', 'nothing-rings'],
    );
  });
});
