import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments, requiresAgreements } from '../../lib/environments.ts';
import { chosenEnvironments, isLocal, separationErrors } from '../../lib/settings.ts';
import { synthesise } from '../helpers/synthesised.ts';

const onfido = { region: 'eu', tokenSecret: 'identity/token', webhookSecret: 'identity/webhook' };
const secrets = { apiKeySecret: 'cards/stripe-key', signingSecret: 'cards/stripe-signing' };

describe('settings from the CDK context', () => {
  test('are those of environments.ts when nothing is said', () => {
    assert.deepEqual(chosenEnvironments({}), Object.values(environments));
  });

  test('are laid over one environment, as JSON or as text', () => {
    const settings = { sandbox: { throttle: { rate: 5, burst: 6 }, account: '123456789012' } };
    for (const given of [settings, JSON.stringify(settings)]) {
      const [sandbox, live] = chosenEnvironments({ settings: given });
      assert.deepEqual(sandbox, { ...environments.sandbox, ...settings.sandbox });
      assert.deepEqual(live, environments.live);
    }
  });

  const localOnly: [Record<string, object>, RegExp][] = [
    [{ sandbox: { clockSpeed: 10 } }, /sandbox\.clockSpeed must be 1 in a deployed/],
    [
      { live: { webhookTargets: 'loopback_too' } },
      /live\.webhookTargets must be public in a deployed/,
    ],
    [
      { live: { identityVerifier: 'simulator' } },
      /live\.identityVerifier must be review, aws or onfido in a deployed/,
    ],
    [
      { sandbox: { identityVerifier: 'aws', region: 'eu-north-1' } },
      /sandbox\.identityVerifier must be review in eu-north-1, which lacks Textract or Rekognition/,
    ],
    [
      { live: { region: 'eu-south-1', throttle: { rate: 700, burst: 700 } } },
      /live\.throttle must be with dashboardThrottle at most 750 requests a second, what EventBridge of eu-south-1 takes/,
    ],
    [{ live: { secondFactor: 'off' } }, /live\.secondFactor must be required in a deployed/],
    [
      { live: { dashboardOrigin: 'http://127.0.0.1' } },
      /dashboardOrigin must be an address of https in a deployed/,
    ],
    [
      {
        sandbox: {
          cardIssuer: 'stripe',
          stripe: { ...secrets, apiBase: 'http://127.0.0.1:12111' },
        },
      },
      /sandbox\.stripe\.apiBase must be an address of https in a deployed/,
    ],
    [
      {
        sandbox: {
          identityVerifier: 'onfido',
          onfido: { ...onfido, apiBase: 'http://127.0.0.1:12112' },
        },
      },
      /sandbox\.onfido\.apiBase must be an address of https in a deployed/,
    ],
    [
      { live: { screening: 'simulator' } },
      /live\.screening must be none, lists or yente in a deployed/,
    ],
    [
      {
        live: { screening: 'yente', yente: { base: 'http://127.0.0.1:8000', dataset: 'default' } },
      },
      /live\.yente\.base must be an address of https in a deployed/,
    ],
    [
      { live: { screening: 'lists', lists: { addresses: { eu: 'http://127.0.0.1:4100/eu' } } } },
      /live\.lists\.addresses\.eu must be an address of https in a deployed/,
    ],
  ];
  for (const [settings, sentence] of localOnly)
    test(`may have ${JSON.stringify(settings)} on this machine and nowhere else`, () => {
      for (const local of [true, 'true']) {
        assert.equal(isLocal({ local }), true);
        const chosen = Object.fromEntries(
          chosenEnvironments({ settings, local }).map((one) => [one.name, one]),
        );
        assert.partialDeepStrictEqual(chosen, settings);
      }
      for (const local of [undefined, false, 'false', 1])
        assert.throws(() => chosenEnvironments({ settings, local }), sentence);
    });

  test('require agreements where Stripe issues the cards, unless they say otherwise', () => {
    const required = (settings: object) =>
      chosenEnvironments({ settings: { sandbox: settings } }).map(requiresAgreements);
    const stripe = { cardIssuer: 'stripe', stripe: secrets };
    assert.deepEqual(required({}), [false, false]);
    assert.deepEqual(required(stripe), [true, false]);
    assert.deepEqual(required({ ...stripe, agreements: 'optional' }), [false, false]);
    assert.deepEqual(required({ agreements: 'required' }), [true, false]);
  });

  test('may have sandbox identities reviewed', () => {
    assert.equal(
      chosenEnvironments({ settings: { sandbox: { identityVerifier: 'review' } } })[0]
        ?.identityVerifier,
      'review',
    );
  });

  test('give sandbox the site’s address, which is live’s', () => {
    const [sandbox, live] = chosenEnvironments({
      settings: { live: { dashboardOrigin: 'https://a.example.com' } },
    });
    assert.deepEqual(
      [sandbox?.dashboardOrigin, live?.dashboardOrigin],
      ['https://a.example.com', 'https://a.example.com'],
    );
    const own = { sandbox: { dashboardOrigin: 'https://b.example.com' } };
    assert.equal(
      chosenEnvironments({ settings: own })[0]?.dashboardOrigin,
      'https://b.example.com',
    );
  });

  test('are checked where lib/environments.ts has them, too', () => {
    const { sandbox } = environments;
    environments.sandbox = { ...sandbox, region: 'eusc-de-east-1' };
    try {
      assert.throws(
        () => chosenEnvironments({}),
        /settings\.sandbox\.region must be a region of the partition aws/,
      );
    } finally {
      environments.sandbox = sandbox;
    }
  });

  test('stop a synthesis for deployment that only a laptop may have', async () => {
    for (const [setting, value, needed] of [
      ['clockSpeed', 2, '1'],
      ['webhookTargets', 'loopback_too', 'public'],
    ] as const) {
      const sentence = new RegExp(
        `settings\\.live\\.${setting} must be ${needed} in a deployed environment`,
      );
      await assert.rejects(synthesise({ settings: { live: { [setting]: value } } }), sentence);
    }
  });

  test('name what sandbox needs to know of live where it is another region or account', () => {
    const apart = [{ region: 'eu-central-1' }, { account: '210987654321' }];
    for (const sandbox of apart) {
      const chosen = chosenEnvironments({
        settings: { sandbox, live: { account: '123456789012' } },
      });
      assert.deepEqual(
        chosen.map((one) =>
          separationErrors(one, chosen).map(({ stack, sentence }) => [
            stack,
            sentence.match(/set \w+ of sandbox/)?.[0],
          ]),
        ),
        [
          [['dashboard-functions', 'set signIn of sandbox']],
          [['site', 'set dashboardApi of sandbox']],
        ],
      );
    }
    const signIn = {
      issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a',
      clientId: 'c',
    };
    const dashboardApi = 'a1b2c3.execute-api.eu-central-1.amazonaws.com';
    const together = chosenEnvironments({
      settings: { sandbox: { region: 'eu-central-1', signIn, dashboardApi } },
    });
    assert.deepEqual(
      together.flatMap((one) => separationErrors(one, together)),
      [],
    );
  });
});
