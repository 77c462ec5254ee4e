import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { chosenEnvironments } from '../../lib/settings.ts';
import { apiDomain, webAcl } from '../helpers/settings-of-variants.ts';

const certificate = (partition: string, region: string) =>
  `arn:${partition}:acm:${region}:123456789012:certificate/0a1b`;
const onfido = { region: 'eu', tokenSecret: 'identity/token', webhookSecret: 'identity/webhook' };
const vault = 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies';
const secrets = { apiKeySecret: 'cards/stripe-key', signingSecret: 'cards/stripe-signing' };

describe('settings from the CDK context', () => {
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
});
