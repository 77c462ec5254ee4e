import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments, requiresAgreements } from '../../lib/environments.ts';
import { chosenEnvironments, isLocal, separationErrors } from '../../lib/settings.ts';
import {
  apiDomain,
  ofType,
  type SynthesisedStack,
  synthesise,
  synthesised,
  synthesisedChanged,
  webAcl,
} from '../helpers/synthesised.ts';

const certificate = (partition: string, region: string) =>
  `arn:${partition}:acm:${region}:123456789012:certificate/0a1b`;
const onfido = { region: 'eu', tokenSecret: 'identity/token', webhookSecret: 'identity/webhook' };
const vault = 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies';
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

  const refused: [unknown, RegExp][] = [
    ['{', /settings must be JSON/],
    [[], /settings must be a JSON object/],
    [{ production: {} }, /settings\.production must be one of sandbox, live/],
    [{ live: 3 }, /settings\.live must be a JSON object/],
    ...[{ EUR: 0 }, { EUR: 1.5 }, { EUR: '5' }, { EUR: 1e13 }, { XXX: 1 }, [], 5].map(
      (dailyCaps): [unknown, RegExp] => [
        { live: { dailyCaps } },
        /live\.dailyCaps must be an object of whole numbers from 1 to 1000000000000 by currencies/,
      ],
    ),
    [{ live: { colour: 1 } }, /settings\.live\.colour must be one of account, region/],
    [{ live: { protectData: false } }, /settings\.live\.protectData must be one of/],
    [{ live: { throttle: { rate: 1 } } }, /throttle must be \{"rate": n, "burst": n}/],
    [
      { live: { limits: { standard: { rate: 1, burst: 1 } } } },
      /limits must be \{"standard": \{"rate"/,
    ],
    [{ live: { limits: { ...environments.live.limits, gold: {} } } }, /limits must be/],
    [{ live: { publicThrottle: { rate: 1 } } }, /publicThrottle must be \{"rate": n/],
    [{ live: { account: '12' } }, /account must be an AWS account id/],
    [
      { live: { region: 'Europe' } },
      /region must be a region of the partition aws that this release of the CDK knows/,
    ],
    [{ live: { region: 'eu-west-9' } }, /region must be a region of the partition aws/],
    [
      { live: { region: 'eusc-de-east-1' } },
      /eu-west-1; other partitions lack services and name hosts otherwise/,
    ],
    [{ live: { region: 'cn-north-1' } }, /region must be a region of the partition aws/],
    [{ live: { retention: { deliveriesDays: 6 } } }, /retention must be an object of/],
    [{ live: { retention: { customersDays: 90 } } }, /retention must be an object of/],
    [{ live: { logRetentionDays: 8 } }, /logRetentionDays must be a period/],
    [{ live: { clockSpeed: 0 } }, /clockSpeed must be a number from 1/],
    [{ live: { authorizerConcurrency: 0.5 } }, /authorizerConcurrency must be a whole number/],
    [{ live: { webhookTargets: 'any' } }, /webhookTargets must be public or loopback_too/],
    [
      { live: { identityVerifier: '' } },
      /identityVerifier must be review, aws, onfido or simulator/,
    ],
    [
      { live: { identityVerifier: 'onfido' } },
      /settings\.live\.onfido must be \{"region": "eu", "tokenSecret"/,
    ],
    [{ live: { onfido: { ...onfido, region: 'uk' } } }, /with a region of eu, us or ca/],
    [
      { live: { onfido: { ...onfido, webhookSecret: undefined } } },
      /"webhookSecret": "name of a secret"/,
    ],
    [{ live: { onfido: { ...onfido, watchlist: 'all' } } }, /"watchlist": "watchlist_standard"/],
    [{ live: { screening: 'all' } }, /screening must be none, simulator, lists or yente/],
    [{ live: { screening: 'yente' } }, /settings\.live\.yente must be \{"base": "https:/],
    [
      { live: { yente: { base: 'https://yente.example.com/', dataset: 'default' } } },
      /without a slash at its end/,
    ],
    [{ live: { yente: { base: 'https://yente.example.com', dataset: 'a/b' } } }, /yente must be/],
    [
      { live: { lists: { addresses: { us: null } } } },
      /lists must be .* by ofac_sdn, ofac_alt, ofac_add, eu, un, uk/,
    ],
    [
      { live: { lists: { addresses: { eu: 'http://lists.example.com/eu' } } } },
      /lists must be .*addresses of https/,
    ],
    [{ live: { lists: { scoreMin: 0.4 } } }, /a score from 0\.5 to 1/],
    [
      { live: { lists: { addresses: { ofac_alt: null, eu: null, un: null, uk: null } } } },
      /such that one list is left/,
    ],
    [{ live: { alarmSubscribers: [] } }, /alarmSubscribers must be a list of addresses/],
    [{ live: { alarmSubscribers: ['ops'] } }, /alarmSubscribers must be a list of addresses/],
    [
      { live: { alarmSubscribers: ['http://on-call.example.com'] } },
      /alarmSubscribers must be a list of addresses/,
    ],
    [{ live: { queueConcurrency: 1 } }, /queueConcurrency must be a whole number from 2/],
    [
      { live: { queueConcurrencyOf: { deliver: 1_001 } } },
      /queueConcurrencyOf must be an object of whole numbers from 2/,
    ],
    [{ live: { queueConcurrencyOf: { mail: 5 } } }, /queueConcurrencyOf must be an object/],
    [
      { live: { warmThroughput: { writes: 40_000 } } },
      /warmThroughput must be \{"reads": n, "writes": n\}/,
    ],
    [{ live: { backup: { copyTo: [] } } }, /backup must be .*at least one vault/],
    [{ live: { backup: { copyTo: ['arn:aws:s3:::b'] } } }, /backup must be .*at least one vault/],
    [{ live: { backup: { copyTo: [vault], keptDays: 36 } } }, /days from 1 to 35/],
    [
      { live: { backup: { copyTo: [vault] }, account: '210987654321', region: 'us-east-1' } },
      /copyTo must be of another region/,
    ],
    [{ live: { backup: { copyTo: [vault] } } }, /backup must be absent on this machine/],
    [{ live: { cell: 'us-1' } }, /cell must be one to five lower-case letters and digits/],
    [{ live: { relayParallelism: 11 } }, /relayParallelism must be a whole number from 1 to 10/],
    [{ live: { scheduleShards: 24 } }, /scheduleShards must be 16, 32 or 64/],
    [
      { live: { reverifyAfterExpiry: { standard: -1 } } },
      /reverifyAfterExpiry must be \{"standard": n/,
    ],
    [{ live: { reverifyAfterExpiry: { basic: 1 } } }, /reverifyAfterExpiry must be/],
    [{ live: { cardIssuer: 'me' } }, /cardIssuer must be simulator or stripe/],
    [{ live: { cardIssuer: 'stripe' } }, /settings\.live\.stripe must be \{"apiKeySecret"/],
    [{ live: { stripe: { apiKeySecret: 'a' } } }, /stripe must be \{"apiKeySecret": "name of/],
    [{ live: { stripe: { ...secrets, apiKey: 'sk' } } }, /stripe must be \{"apiKeySecret"/],
    [{ live: { stripe: { ...secrets, signingSecret: '*' } } }, /stripe must be \{"apiKeySecret"/],
    [
      { live: { stripe: { ...secrets, provisionedConcurrency: 0.5 } } },
      /"provisionedConcurrency": n and "reservedConcurrency": n, whole numbers from 1/,
    ],
    [
      { live: { stripe: { ...secrets, provisionedConcurrency: 5, reservedConcurrency: 4 } } },
      /not more provisioned than reserved/,
    ],
    [
      { live: { stripe: { ...secrets, throttle: { rate: 0, burst: 1 } } } },
      /"throttle": \{"rate": n, "burst": n\}/,
    ],
    [{ live: { apiDomain: { name: 'api.example.com' } } }, /apiDomain must be \{"name"/],
    [{ live: { webAcl: 'arn:aws:wafv2:us-east-1:1:global/webacl/a/b' } }, /webAcl must be the/],
    [
      { live: { webAcl: webAcl.replace('arn:aws:', 'arn:aws-us-gov:') } },
      /webAcl must be the arn of a regional web ACL in/,
    ],
    [
      { live: { webAcl: webAcl.replace('eu-west-1', 'eu-west-2') } },
      /webAcl must be of eu-west-1, live’s region/,
    ],
    [
      { live: { webAcl, account: '210987654321' } },
      /webAcl must be of 210987654321, live’s account/,
    ],
    [
      { live: { apiDomain: { ...apiDomain, certificate: certificate('aws-cn', 'eu-west-1') } } },
      /apiDomain must be \{"name"/,
    ],
    [
      { live: { apiDomain: { ...apiDomain, certificate: certificate('aws', 'us-east-1') } } },
      /apiDomain\.certificate must be of eu-west-1, live’s region/,
    ],
    [
      { live: { account: '210987654321', dashboardCertificate: certificate('aws', 'us-east-1') } },
      /dashboardCertificate must be of 210987654321, live’s account/,
    ],
    [{ live: { canary: 'Canary5Percent' } }, /canary must be one of AllAtOnce, Can/],
    [{ live: { trailDays: 0 } }, /trailDays must be a whole number from 1/],
    [{ live: { stripe: { ...secrets, apiBase: 'here' } } }, /stripe must be \{"apiKeySecret"/],
    [{ live: { acceptSimulatedIssuer: 1 } }, /acceptSimulatedIssuer must be true or false/],
    [{ live: { reserveSweeper: 'no' } }, /reserveSweeper must be true or false/],
    [{ live: { secondFactor: 1 } }, /secondFactor must be required or off/],
    [{ live: { dashboardOrigin: 'https://a.com/' } }, /dashboardOrigin must be an address such/],
    [
      { live: { dashboardCertificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' } },
      /dashboardCertificate must be the arn of a certificate in us-east-1/,
    ],
    [{ live: { publicApi: 'https://a.com/v1' } }, /publicApi must be a base address such/],
    [{ live: { constructor: 1 } }, /settings\.live\.constructor must be one of/],
  ];
  for (const [settings, sentence] of refused) {
    test(`refuse ${JSON.stringify(settings)} with a sentence that names what is wrong`, () => {
      assert.throws(() => chosenEnvironments({ settings, local: true }), sentence);
    });
  }

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

  test('of queues and tables reach those that they name', async () => {
    const resources = (await synthesisedChanged())
      .filter(({ environment }) => environment === 'live')
      .flatMap((stack) => Object.values(stack.resources));
    const of = (type: string) =>
      resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
    const parallel = of('AWS::Lambda::EventSourceMapping').map(
      ({ ParallelizationFactor }) => ParallelizationFactor,
    );
    assert.deepEqual(parallel.filter(Boolean), [4]);
    const most = of('AWS::Lambda::EventSourceMapping').flatMap(
      ({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? [],
    );
    assert.deepEqual(most.sort(), [20, 20, 20, 20, 20, 20, 400]);
    for (const { TableName, WarmThroughput, GlobalSecondaryIndexes = [] } of of(
      'AWS::DynamoDB::GlobalTable',
    )) {
      const isWarm = /-(resources|outbox|deliveries|idempotency)$/.test(TableName);
      const warm = isWarm ? { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 40_000 } : undefined;
      assert.deepEqual(WarmThroughput, warm, TableName);
      for (const index of GlobalSecondaryIndexes)
        assert.deepEqual(index.WarmThroughput, warm, TableName);
    }
  });

  test('of alarms subscribe each address to their topic', async () => {
    const live = (await synthesisedChanged()).filter(({ environment }) => environment === 'live');
    const made = live.flatMap((stack) =>
      ofType(stack, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties),
    );
    assert.deepEqual(
      made.map(({ Protocol, Endpoint, TopicArn }) => [Protocol, Endpoint, TopicArn.Ref]),
      [
        ['email', 'ops@example.com', 'Alarms04B5A0BF'],
        ['https', 'https://on-call.example.com/hook', 'Alarms04B5A0BF'],
      ],
    );
  });

  test('reach the templates', async () => {
    const stacks = await synthesisedChanged();
    const matching = (pattern: RegExp) =>
      stacks
        .filter(({ text }) => pattern.test(text))
        .map(({ environment, name }) => `${environment}/${name}`);
    const writing = ['api', 'api-functions', 'dashboard-functions', 'events'].map(
      (name) => `sandbox/${name}`,
    );
    const withFunctions = [...writing, 'sandbox/requests'];
    assert.deepEqual(matching(/"CLOCK_SPEED": "25"/).sort(), withFunctions);
    assert.deepEqual(matching(/"CLOCK_SPEED"/).length, 5);
    assert.deepEqual(matching(/"WEBHOOK_TARGETS": "loopback_too"/).sort(), [
      'sandbox/api-functions',
      'sandbox/events',
    ]);
    assert.deepEqual(matching(/"WEBHOOK_TARGETS": "public"/).sort(), [
      'live/api-functions',
      'live/events',
    ]);
    assert.deepEqual(matching(/"RETENTION": "\{\\"eventsDays\\":30}"/).sort(), writing);
    assert.deepEqual(matching(/"RETENTION"/).length, 4);
    assert.deepEqual(matching(/"DAILY_CAPS": "\{\\"EUR\\":100000}"/).sort(), withFunctions);
    assert.deepEqual(matching(/"DAILY_CAPS"/).length, 5);
    assert.deepEqual(matching(/"SCHEDULE_SHARDS": "32"/).sort(), withFunctions);
    assert.deepEqual(matching(/"SCHEDULE_SHARDS"/).length, 5);
    assert.deepEqual(matching(/"AGREEMENTS": "required"/).sort(), withFunctions);
    assert.deepEqual(matching(/"AGREEMENTS"/).length, 5);
    assert.deepEqual(matching(/"REVERIFY_AFTER_EXPIRY": "\{\\"enhanced\\":30}"/), [
      'sandbox/events',
    ]);
    assert.deepEqual(matching(/"ExpirationInDays": 365\b/), ['sandbox/data']);
    assert.deepEqual(matching(/"MaximumConcurrency": 3\b/), ['sandbox/events']);
    assert.deepEqual(matching(/"RateLimit": 7\b/), ['sandbox/api']);
    assert.deepEqual(matching(/"RATE_LIMITS": "\{\\"standard\\":7,\\"elevated\\":9}"/), [
      'sandbox/api-functions',
    ]);
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

  const refusedIn = (stacks: readonly SynthesisedStack[]) =>
    stacks.flatMap(({ environment, name, refusals }) =>
      refusals.map((refusal) => `${environment}/${name}: ${refusal}`),
    );

  test('let nobody deploy live without its account, its address, or with simulated cards that are not accepted', async () => {
    const stacks = await synthesised();
    const live = stacks.filter(({ environment }) => environment === 'live').map(({ name }) => name);
    const whose = 'Live would be deployed to whatever account the credentials are of: set account.';
    assert.deepEqual(
      refusedIn(stacks).sort(),
      [
        ...live.map((name) => `live/${name}: ${whose}`),
        'live/data: Live’s alarms would reach nobody: set alarmSubscribers.',
        'live/api-functions: Live would issue cards that nobody can pay with: name another cardIssuer, or set acceptSimulatedIssuer.',
        'live/sign-in: The dashboard would have no address to sign in for: set dashboardOrigin, and dashboardCertificate for its name.',
      ].sort(),
    );
    assert.deepEqual(refusedIn(await synthesisedChanged()), []);
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
