import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { chosenEnvironments, isLocal } from '../../lib/settings.ts';
import { synthesise } from '../helpers/synthesised.ts';

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
    const settings = { sandbox: { waitDivisor: 10 } };
    for (const local of [true, 'true']) {
      assert.equal(isLocal({ local }), true);
      assert.equal(chosenEnvironments({ settings, local })[0]?.waitDivisor, 10);
    }
    for (const local of [undefined, false, 'false', 1]) {
      assert.throws(
        () => chosenEnvironments({ settings, local }),
        /settings\.sandbox\.waitDivisor must be 1 in a deployed/,
      );
    }
  });

  const refused: [string, unknown, RegExp][] = [
    ['text that is not JSON', '{', /settings must be JSON/],
    ['a list', [], /settings must be a JSON object/],
    ['an unknown environment', { production: {} }, /settings\.production must be one of sandbox, live/],
    ['an environment that is no object', { live: 3 }, /settings\.live must be a JSON object/],
    ['an unknown setting', { live: { colour: 1 } }, /settings\.live\.colour must be one of account, region/],
    ['the protection of data', { live: { protectData: false } }, /settings\.live\.protectData must be one of/],
    ['half a throttle', { live: { throttle: { rate: 1 } } }, /throttle must be \{"rate": n, "burst": n}/],
    ['a short account', { live: { account: '12' } }, /account must be an AWS account id/],
    ['a region that is none', { live: { region: 'Europe' } }, /region must be an AWS region/],
    ['a retention CloudWatch does not know', { live: { logRetentionDays: 8 } }, /logRetentionDays must be a period/],
    ['a wait divisor below 1', { live: { waitDivisor: 0 } }, /waitDivisor must be a number from 1/],
    ['part of an execution', { live: { authorizerConcurrency: 0.5 } }, /authorizerConcurrency must be a whole number/],
    ['a member of every object', { live: { constructor: 1 } }, /settings\.live\.constructor must be one of/],
  ];
  for (const [what, settings, sentence] of refused) {
    test(`refuse ${what} with a sentence that names it`, () => {
      assert.throws(() => chosenEnvironments({ settings, local: true }), sentence);
    });
  }

  test('reach the templates', async () => {
    const stacks = await synthesise({ local: true, settings: { sandbox: { waitDivisor: 25 } } });
    const api = stacks
      .filter(({ name }) => name === 'api')
      .map(({ environment, text }) => [environment, text] as const);
    for (const [environment, text] of api) {
      assert.match(text, environment === 'sandbox' ? /"WAIT_DIVISOR": "25"/ : /"WAIT_DIVISOR": "1"/);
    }
  });

  test('stop a synthesis for deployment that shortens waits', async () => {
    const refusedSynthesis = synthesise({ settings: { live: { waitDivisor: 2 } } });
    await assert.rejects(refusedSynthesis, /settings\.live\.waitDivisor must be 1 in a deployed environment/);
  });
});
