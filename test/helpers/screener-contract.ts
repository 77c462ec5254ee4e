import assert from 'node:assert/strict';
import {
  matches_max,
  type Screener,
  type ScreeningSubject,
} from '../../functions/identity/screeners/screener.ts';
import { describe, test } from './tests.ts';

/** A screener, and what it is looked at with. */
export type ScreenerUnderTest = {
  readonly screener: Screener;
  /** Somebody who is on its lists, and somebody who is on none. */
  readonly listed: Partial<ScreeningSubject>;
  readonly other: Partial<ScreeningSubject>;
  /** Whether it reads every script itself, and so compares each name. */
  readonly readsEverything?: true;
  /** The screener whose source does not answer now; absent: it needs nothing. */
  readonly silence?: () => Screener;
};

export const aSubject = (over: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  id: 'cus_1',
  type: 'person',
  names: ['Ada Lovelace'],
  birth_date: null,
  nationality: null,
  country: null,
  ...over,
});

/** The rules that each screener must keep to, whatever it searches. */
export const screenerContract = (name: string, begin: () => ScreenerUnderTest): void => {
  describe(`${name} screens`, () => {
    test('somebody who is listed, with what an operator decides by', async () => {
      const { screener, listed } = begin();
      const { list_version, matches } = await screener.screen(aSubject(listed));
      assert.equal(list_version, await screener.version());
      assert.ok(matches.length > 0 && matches.length <= matches_max);
      for (const { list, entry_id, name: found, score, categories, url } of matches) {
        assert.ok(
          list !== '' &&
            entry_id !== '' &&
            found !== '' &&
            categories.length > 0 &&
            URL.canParse(url),
        );
        assert.ok(score > 0 && score <= 1, `${score}`);
      }
      assert.deepEqual(
        matches.map(({ score }) => score),
        matches.map(({ score }) => score).toSorted((one, other) => other - one),
      );
    });

    test('somebody who is not, with the version that was searched', async () => {
      const { screener, other } = begin();
      const answer = await screener.screen(aSubject(other));
      assert.deepEqual(answer, {
        list_version: await screener.version(),
        matches: [],
        not_compared: [],
      });
      assert.notEqual(answer.list_version, '');
    });

    test('a name with letters that are not compared as such, and not beside one in Latin letters', async () => {
      const { screener, other, readsEverything } = begin();
      const notCompared = async (...names: string[]) =>
        (await screener.screen(aSubject({ ...other, names }))).not_compared;
      assert.deepEqual(await notCompared('አበበ ቢቂላ'), readsEverything ? [] : ['Ethi']);
      assert.deepEqual(await notCompared('አበበ ᓄᓇᕗᑦ'), readsEverything ? [] : ['Cans', 'Ethi']);
      assert.deepEqual(await notCompared('አበበ ቢቂላ', 'Abebe Bikila'), []);
      assert.deepEqual(await notCompared('Abebe Bikila'), []);
    });

    test('any number of times, with one answer', async () => {
      const { screener, listed } = begin();
      assert.deepEqual(
        await screener.screen(aSubject(listed)),
        await screener.screen(aSubject(listed)),
      );
    });

    test('nobody as clear whom it could not look for', async () => {
      const { silence, other } = begin();
      if (silence)
        await assert.rejects(async () => silence().screen(aSubject(other)), {
          code: 'unavailable',
        });
    });
  });
};
