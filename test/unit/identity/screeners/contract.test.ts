import assert from 'node:assert/strict';
import { logger } from '../../../../functions/core/logging.ts';
import { chosenScreener } from '../../../../functions/identity/screeners/chosen.ts';
import { downloader } from '../../../../functions/identity/screeners/lists/download.ts';
import { refreshLists } from '../../../../functions/identity/screeners/lists/refresh.ts';
import { listsScreener } from '../../../../functions/identity/screeners/lists/screener.ts';
import { listStore } from '../../../../functions/identity/screeners/lists/store.ts';
import { memoryObjects, startPublisher } from '../../../helpers/list-publisher.ts';
import { aSubject, screenerContract } from '../../../helpers/screener-contract.ts';
import { after, describe, test } from '../../../helpers/tests.ts';

logger.setLogLevel('SILENT');
const publisher = await startPublisher();
after(() => publisher.stop());

/** A bucket with the lists of a day in it. */
const aBucket = async () => {
  const store = listStore(memoryObjects().objects);
  const fetchOn = (day: number) =>
    refreshLists({
      store,
      download: downloader('loopback_too'),
      addresses: publisher.addresses,
      now: new Date(Date.UTC(2026, 10, day)),
    });
  await fetchOn(1);
  return { store, fetchOn };
};
const { store: filled } = await aBucket();
screenerContract('the simulator', () => ({
  screener: chosenScreener('{"by":"simulator"}') ?? assert.fail(),
  listed: { names: ['Ada Listed'] },
  other: {},
}));

test('the simulator compares no name of its scenario, unless another one is beside it', async () => {
  const { screen } = chosenScreener('{"by":"simulator"}') ?? assert.fail();
  const notCompared = async (...names: string[]) =>
    (await screen(aSubject({ names }))).not_compared;
  assert.deepEqual(await notCompared('Ada Not Comparable'), ['Zzzz']);
  assert.deepEqual(await notCompared('ada not comparable', 'Ada Lovelace'), []);
  assert.deepEqual(await notCompared('Ada Not Comparable', 'አበበ'), ['Ethi']);
});

const score_min = 0.86;
const nowhere = { current: async () => null, entries: async () => assert.fail() };

screenerContract('the lists', () => ({
  screener: listsScreener({ store: filled, score_min }),
  listed: { names: ['Zdenka Prikladova'], birth_date: '1970-02-03', nationality: 'CZ' },
  other: {},
  silence: () => listsScreener({ store: nowhere, score_min }),
}));

describe('the lists', () => {
  test('find organisations by theirs, and nobody below the score of the environment', async () => {
    const company = aSubject({ type: 'organization', names: ['Meridian Harbor Trading'] });
    const found = await listsScreener({ store: filled, score_min }).screen(company);
    assert.deepEqual(
      found.matches.map(({ list, entry_id, categories }) => [list, entry_id, categories]),
      [['ofac', '101', ['sanction']]],
    );
    assert.deepEqual(
      (await listsScreener({ store: filled, score_min: 1 }).screen(company)).matches,
      [],
    );
  });

  test('answer nobody, and have no version, while one of them has never come', async () => {
    const read = await filled.current();
    const pointer = { ...(read?.pointer ?? assert.fail()), missing: ['eu' as const] };
    const screener = listsScreener({
      store: { ...filled, current: async () => ({ pointer, etag: '1' }) },
      score_min,
    });
    assert.equal(await screener.version(), undefined);
    await assert.rejects(screener.screen(aSubject()), { code: 'unavailable' });
  });

  test('are read once, and looked for again after five minutes', async () => {
    const { store, fetchOn } = await aBucket();
    let now = 1;
    const reads = { current: 0, entries: 0 };
    const counted = {
      current: () => {
        reads.current += 1;
        return store.current();
      },
      entries: (version: string) => {
        reads.entries += 1;
        return store.entries(version);
      },
    };
    const screener = listsScreener({
      store: counted,
      score_min,
      clock: { now: () => new Date(now) },
    });
    const versions = () =>
      Promise.all([1, 2, 3].map(async () => (await screener.screen(aSubject())).list_version));
    const [first] = await versions();
    assert.deepEqual(reads, { current: 1, entries: 1 });
    publisher.answers.un = Buffer.from(
      '<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>A B C D E F</FIRST_NAME>' +
        '<INDIVIDUAL_ALIAS><ALIAS_NAME>G</ALIAS_NAME></INDIVIDUAL_ALIAS>' +
        '<INDIVIDUAL_ALIAS><ALIAS_NAME>H</ALIAS_NAME></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>',
    );
    const second = await fetchOn(2);
    assert.notEqual(second?.version, first);
    now = 5 * 60_000;
    assert.deepEqual(await versions(), [first, first, first]);
    now += 2;
    assert.deepEqual(await versions(), [second?.version, second?.version, second?.version]);
    assert.deepEqual(reads, { current: 2, entries: 2 });
  });
});
