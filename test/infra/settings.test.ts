import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { chosenEnvironments, isLocal } from '../../lib/settings.ts';
import { type SynthesisedStack, synthesise, synthesised, synthesisedChanged } from '../helpers/synthesised.ts';

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

  test('may shorten waits on this machine and nowhere else', () => {
    const settings = { sandbox: { clockSpeed: 10 } };
    for (const local of [true, 'true']) {
      assert.equal(isLocal({ local }), true);
      assert.equal(chosenEnvironments({ settings, local })[0]?.clockSpeed, 10);
    }
    for (const local of [undefined, false, 'false', 1]) {
      assert.throws(
        () => chosenEnvironments({ settings, local }),
        /settings\.sandbox\.clockSpeed must be 1 in a deployed/,
      );
    }
  });

  test('may let webhooks point at loopback on this machine and nowhere else', () => {
    const settings = { live: { webhookTargets: 'loopback_too' } };
    assert.equal(chosenEnvironments({ settings, local: true })[1]?.webhookTargets, 'loopback_too');
    for (const local of [undefined, false, 'false', 1]) {
      assert.throws(
        () => chosenEnvironments({ settings, local }),
        /settings\.live\.webhookTargets must be public in a deployed/,
      );
    }
  });

  test('may have live identities simulated on this machine and nowhere else', () => {
    const settings = { live: { identityVerifier: 'simulator' } };
    assert.equal(chosenEnvironments({ settings, local: true })[1]?.identityVerifier, 'simulator');
    assert.throws(
      () => chosenEnvironments({ settings }),
      /settings\.live\.identityVerifier must be review in a deployed/,
    );
    assert.equal(chosenEnvironments({ settings: { sandbox: { identityVerifier: 'review' } } }).length, 2);
  });

  test('may let people sign in by a password alone, or over http, on this machine and nowhere else', () => {
    for (const [live, sentence] of [
      [{ secondFactor: 'off' }, /settings\.live\.secondFactor must be required in a deployed/],
      [{ dashboardOrigin: 'http://127.0.0.1' }, /dashboardOrigin must be an address of https in a deployed/],
    ] as const) {
      assert.partialDeepStrictEqual(chosenEnvironments({ settings: { live }, local: true })[1], live);
      assert.throws(() => chosenEnvironments({ settings: { live } }), sentence);
    }
  });

  test('tell sandbox the site’s address, which is live’s', () => {
    const [sandbox, live] = chosenEnvironments({ settings: { live: { dashboardOrigin: 'https://a.example.com' } } });
    assert.deepEqual(
      [sandbox?.dashboardOrigin, live?.dashboardOrigin],
      ['https://a.example.com', 'https://a.example.com'],
    );
    const own = { sandbox: { dashboardOrigin: 'https://b.example.com' } };
    assert.equal(chosenEnvironments({ settings: own })[0]?.dashboardOrigin, 'https://b.example.com');
  });

  test('are fit to be deployed as they stand', () => {
    for (const environment of Object.values(environments)) {
      assert.deepEqual([environment.clockSpeed, environment.webhookTargets], [1, 'public']);
    }
  });

  test('may have an issuer of another address, over https unless it is on this machine', () => {
    const stripe = { ...secrets, apiBase: 'http://127.0.0.1:12111' };
    const settings = { sandbox: { cardIssuer: 'stripe', stripe } };
    assert.deepEqual(chosenEnvironments({ settings, local: true })[0]?.stripe, stripe);
    assert.throws(
      () => chosenEnvironments({ settings }),
      /settings\.sandbox\.stripe\.apiBase must be an address of https in a deployed/,
    );
  });

  const refused: [string, unknown, RegExp][] = [
    ['text that is not JSON', '{', /settings must be JSON/],
    ['a list', [], /settings must be a JSON object/],
    ['an unknown environment', { production: {} }, /settings\.production must be one of sandbox, live/],
    ['an environment that is no object', { live: 3 }, /settings\.live must be a JSON object/],
    ['an unknown setting', { live: { colour: 1 } }, /settings\.live\.colour must be one of account, region/],
    ['the protection of data', { live: { protectData: false } }, /settings\.live\.protectData must be one of/],
    ['half a throttle', { live: { throttle: { rate: 1 } } }, /throttle must be \{"rate": n, "burst": n}/],
    [
      'one limit of two',
      { live: { limits: { standard: { rate: 1, burst: 1 } } } },
      /limits must be \{"standard": \{"rate"/,
    ],
    ['an unknown plan', { live: { limits: { ...environments.live.limits, gold: {} } } }, /limits must be/],
    ['no burst of what is public', { live: { publicThrottle: { rate: 1 } } }, /publicThrottle must be \{"rate": n/],
    ['a short account', { live: { account: '12' } }, /account must be an AWS account id/],
    ['a region that is none', { live: { region: 'Europe' } }, /region must be an AWS region/],
    [
      'an end within the time of retries',
      { live: { retention: { deliveriesDays: 6 } } },
      /retention must be an object of/,
    ],
    ['an end of something else', { live: { retention: { customersDays: 90 } } }, /retention must be an object of/],
    ['a retention CloudWatch does not know', { live: { logRetentionDays: 8 } }, /logRetentionDays must be a period/],
    ['a clock that stands still', { live: { clockSpeed: 0 } }, /clockSpeed must be a number from 1/],
    ['part of an execution', { live: { authorizerConcurrency: 0.5 } }, /authorizerConcurrency must be a whole number/],
    ['other targets of webhooks', { live: { webhookTargets: 'any' } }, /webhookTargets must be public or loopback_too/],
    ['nobody as verifier', { live: { identityVerifier: '' } }, /identityVerifier must be review or simulator/],
    ['one execution of a queue', { live: { queueConcurrency: 1 } }, /queueConcurrency must be a whole number from 2/],
    ['an unknown issuer', { live: { cardIssuer: 'me' } }, /cardIssuer must be simulator or stripe/],
    [
      'Stripe without its secrets',
      { live: { cardIssuer: 'stripe' } },
      /settings\.live\.stripe must be \{"apiKeySecret"/,
    ],
    ['half of the secrets', { live: { stripe: { apiKeySecret: 'a' } } }, /stripe must be \{"apiKeySecret": "name of/],
    [
      'a key instead of its name',
      { live: { stripe: { ...secrets, apiKey: 'sk' } } },
      /stripe must be \{"apiKeySecret"/,
    ],
    [
      'a pattern of secrets',
      { live: { stripe: { ...secrets, signingSecret: '*' } } },
      /stripe must be \{"apiKeySecret"/,
    ],
    [
      'half an execution kept warm',
      { live: { stripe: { ...secrets, provisionedConcurrency: 0.5 } } },
      /"provisionedConcurrency": n, a whole number from 1/,
    ],
    [
      'a name without a certificate',
      { live: { apiDomain: { name: 'api.example.com' } } },
      /apiDomain must be \{"name"/,
    ],
    [
      'a web ACL of elsewhere',
      { live: { webAcl: 'arn:aws:wafv2:us-east-1:1:global/webacl/a/b' } },
      /webAcl must be the/,
    ],
    [
      'a canary that CodeDeploy has not',
      { live: { canary: 'Canary5Percent' } },
      /canary must be one of AllAtOnce, Can/,
    ],
    ['a trail for no day', { live: { trailDays: 0 } }, /trailDays must be a whole number from 1/],
    ['an issuer nowhere', { live: { stripe: { ...secrets, apiBase: 'here' } } }, /stripe must be \{"apiKeySecret"/],
    ['half an acceptance', { live: { acceptSimulatedIssuer: 1 } }, /acceptSimulatedIssuer must be true or false/],
    ['half a reservation', { live: { reserveSweeper: 'no' } }, /reserveSweeper must be true or false/],
    ['half a second factor', { live: { secondFactor: 1 } }, /secondFactor must be required or off/],
    [
      'an address with a path',
      { live: { dashboardOrigin: 'https://a.com/' } },
      /dashboardOrigin must be an address such/,
    ],
    [
      'a certificate of another region',
      { live: { dashboardCertificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' } },
      /dashboardCertificate must be the arn of a certificate in us-east-1/,
    ],
    [
      'a base address without an end',
      { live: { publicApi: 'https://a.com/v1' } },
      /publicApi must be a base address such/,
    ],
    ['a member of every object', { live: { constructor: 1 } }, /settings\.live\.constructor must be one of/],
  ];
  for (const [what, settings, sentence] of refused) {
    test(`refuse ${what} with a sentence that names it`, () => {
      assert.throws(() => chosenEnvironments({ settings, local: true }), sentence);
    });
  }

  test('reach the templates', async () => {
    const stacks = await synthesisedChanged();
    const matching = (pattern: RegExp) =>
      stacks.filter(({ text }) => pattern.test(text)).map(({ environment, name }) => `${environment}/${name}`);
    assert.deepEqual(matching(/"CLOCK_SPEED": "25"/).sort(), ['sandbox/api', 'sandbox/dashboard', 'sandbox/events']);
    assert.deepEqual(matching(/"CLOCK_SPEED"/).length, 3);
    assert.deepEqual(matching(/"WEBHOOK_TARGETS": "loopback_too"/).sort(), ['sandbox/api', 'sandbox/events']);
    assert.deepEqual(matching(/"WEBHOOK_TARGETS": "public"/).sort(), ['live/api', 'live/events']);
    assert.deepEqual(matching(/"RETENTION": "\{\\"eventsDays\\":30}"/).sort(), ['sandbox/api', 'sandbox/events']);
    assert.deepEqual(matching(/"RETENTION"/).length, 2);
    assert.deepEqual(matching(/"ExpirationInDays": 365\b/), ['sandbox/data']);
    assert.deepEqual(matching(/"MaximumConcurrency": 3\b/), ['sandbox/events']);
    assert.deepEqual(matching(/"RateLimit": 7\b/), ['sandbox/api']);
    assert.deepEqual(matching(/"RATE_LIMITS": "\{\\"standard\\":7,\\"elevated\\":9}"/), ['sandbox/api']);
  });

  test('stop a synthesis for deployment that only a laptop may have', async () => {
    for (const [setting, value, needed] of [
      ['clockSpeed', 2, '1'],
      ['webhookTargets', 'loopback_too', 'public'],
    ] as const) {
      const sentence = new RegExp(`settings\\.live\\.${setting} must be ${needed} in a deployed environment`);
      await assert.rejects(synthesise({ settings: { live: { [setting]: value } } }), sentence);
    }
  });

  test('let nobody deploy live with simulated cards, unless they are accepted there, or without its account', async () => {
    const refusedIn = (stacks: readonly SynthesisedStack[]) =>
      stacks.flatMap(({ environment, name, refusals }) =>
        refusals.map((refusal) => `${environment}/${name}: ${refusal}`),
      );
    assert.deepEqual(refusedIn(await synthesised()), [
      'live/api: Live would be deployed to whatever account the credentials are of: set account.',
      'live/api: Live would issue cards that nobody can pay with: name another cardIssuer, or set acceptSimulatedIssuer.',
      'live/sign-in: The dashboard would have no address to sign in for: set dashboardOrigin, and dashboardCertificate for its name.',
    ]);
    assert.deepEqual(refusedIn(await synthesisedChanged()), []);
  });
});
