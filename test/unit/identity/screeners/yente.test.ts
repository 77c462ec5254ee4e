import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { SecretReader } from '../../../../functions/core/aws/secrets.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { yenteScreener } from '../../../../functions/identity/screeners/yente.ts';
import { aSubject, screenerContract } from '../../../helpers/screener-contract.ts';
import { after, beforeEach, describe, test } from '../../../helpers/tests.ts';
import { anEntity, startYente } from '../../../helpers/yente.ts';

logger.setLogLevel('SILENT');
const yente = await startYente();
after(() => yente.stop());
beforeEach(() => {
  for (const path of ['match', 'catalog'] as const) delete yente.answers[path];
  yente.find(anEntity());
  yente.indexed('20261120-abc');
  yente.asked.length = 0;
});

const settings = { by: 'yente', base: yente.base, dataset: 'sanctions', score_min: 0.7 } as const;
const listed = aSubject({
  names: ['Ada Listed'],
  birth_date: '1990-04-23',
  nationality: 'GB',
  country: 'IE',
});
const status =
  (code: number, text = '{}'): RequestListener =>
  (_, response) =>
    response.writeHead(code).end(text);

screenerContract('yente', () => ({
  readsEverything: true,
  screener: yenteScreener(settings),
  listed,
  other: {},
  silence: () => {
    yente.answers.match = status(500);
    return yenteScreener(settings);
  },
}));

describe('yente', () => {
  test('is asked with the properties of FollowTheMoney, and its topics are ours', async () => {
    const { matches } = await yenteScreener(settings).screen(listed);
    const { url, body, authorization } = yente.asked.at(-1) ?? assert.fail();
    assert.equal(url, '/match/sanctions?threshold=0.7&cutoff=0.7&limit=20');
    assert.equal(authorization, undefined);
    assert.deepEqual(body.queries.subject, {
      schema: 'Person',
      properties: {
        name: ['Ada Listed'],
        birthDate: ['1990-04-23'],
        nationality: ['gb'],
        country: ['ie'],
      },
    });
    assert.deepEqual(matches, [
      {
        list: 'sanctions',
        entry_id: 'NK-abc',
        name: 'Ada Listed',
        score: 0.91,
        categories: ['sanction', 'pep'],
        url: 'https://www.opensanctions.org/entities/NK-abc/',
      },
    ]);
    const company = aSubject({
      type: 'organization',
      names: ['A Listed'],
      country: 'PA',
      nationality: 'GB',
    });
    await yenteScreener(settings).screen(company);
    assert.deepEqual(yente.asked.at(-1)?.body.queries.subject, {
      schema: 'Organization',
      properties: { name: ['A Listed'], country: ['pa'] },
    });
  });

  test('is asked about every name of a subject at once', async () => {
    const names = ['Влад Путин', 'Vlad Putin'];
    await yenteScreener(settings).screen(aSubject({ names }));
    assert.deepEqual(yente.asked.at(-1)?.body.queries.subject.properties.name, names);
  });

  test('has what is below the score left out, the best first', async () => {
    yente.find(
      anEntity({ id: 'a', score: 0.69 }),
      anEntity({ id: 'b', score: 0.7 }),
      anEntity({ id: 'c', score: 1 }),
    );
    const { matches } = await yenteScreener(settings).screen(listed);
    assert.deepEqual(
      matches.map(({ entry_id }) => entry_id),
      ['c', 'b'],
    );
    yente.find(anEntity({ properties: { topics: ['crime.fin'] } }));
    assert.deepEqual((await yenteScreener(settings).screen(listed)).matches[0]?.categories, [
      'adverse',
    ]);
  });

  test('has the version of its index, which is asked for every five minutes', async () => {
    let now = 1;
    const screener = yenteScreener(settings, { clock: { now: () => new Date(now) } });
    assert.equal(await screener.version(), '20261120-abc');
    yente.indexed('20261121-new');
    now += 5 * 60_000;
    assert.equal((await screener.screen(listed)).list_version, '20261120-abc');
    now += 1;
    assert.equal((await screener.screen(listed)).list_version, '20261121-new');
    assert.equal(yente.asked.filter(({ url }) => url === '/catalog').length, 2);
  });

  test('gets the API key of the secret, which is read again after a rejection', async () => {
    const forgotten: string[] = [];
    const secrets: SecretReader = {
      read: async () => 'key-1',
      forget: (name) => forgotten.push(name),
    };
    const screener = yenteScreener({ ...settings, token_secret: 'lists/key' }, { secrets });
    await screener.screen(listed);
    assert.deepEqual(
      [...new Set(yente.asked.map(({ authorization }) => authorization))],
      ['ApiKey key-1'],
    );
    yente.answers.match = status(401);
    await assert.rejects(screener.screen(listed), { code: 'unavailable' });
    assert.deepEqual(forgotten, ['lists/key']);
  });

  const [none, found] = ['[]', JSON.stringify([anEntity()])];
  const twice = `{"responses":{"subject":{"status":200,"results":${found},"results":${none}}}}`;
  const silences: readonly [string, 'match' | 'catalog', RequestListener][] = [
    ['fails', 'match', status(500)],
    ['has too much to do', 'match', status(429)],
    ['answers something else', 'match', status(200, '<html>')],
    ['answers without the subject', 'match', status(200, '{"responses":{}}')],
    [
      'fails for the subject',
      'match',
      status(200, '{"responses":{"subject":{"status":400,"results":[]}}}'),
    ],
    ['answers twice about the subject', 'match', status(200, twice)],
    ['hangs up', 'match', (_, response) => void response.destroy()],
    [
      'hangs up within its answer',
      'match',
      (_, response) => void response.write('{', () => response.destroy()),
    ],
    [
      'leads elsewhere',
      'match',
      (_, response) => void response.writeHead(302, { location: '/catalog' }).end(),
    ],
    [
      'has no such data set',
      'catalog',
      status(200, '{"datasets":[{"name":"peps","index_version":"1"}]}'),
    ],
    [
      'has indexed nothing yet',
      'catalog',
      status(200, '{"datasets":[{"name":"sanctions","version":"1"}]}'),
    ],
    ['has no catalogue', 'catalog', status(503)],
  ];
  for (const [what, path, answer] of silences)
    test(`that ${what} has cleared nobody`, async () => {
      yente.answers[path] = answer;
      await assert.rejects(yenteScreener(settings).screen(aSubject()), { code: 'unavailable' });
    });
});
