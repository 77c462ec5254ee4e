import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  decideVerification,
  receiveOnfido,
  receiveStripe,
  redactPersonalData,
} from '../../functions/app/jobs/jobs.ts';
import type { Any } from '../helpers/printed-document.ts';
import { onfidoSettings, stripeSettings } from '../helpers/settings-of-variants.ts';
import { ofType, synthesised, synthesisedChanged, textOf } from '../helpers/synthesised.ts';
import {
  functionOf,
  idsIn,
  permission,
  permissionsOf,
  roleOf,
} from '../helpers/template-functions.ts';

// The snapshots of the stacks have the grants of each function. Running the functions proves that
// they use each one.

const all = await synthesised();

describe('an environment whose cards Stripe issues', () => {
  const { apiKeySecret, apiBase, signingSecret } = stripeSettings;
  const callers = [
    'card-pins.set',
    'cards.create',
    'cards.replace',
    'cards.reveal',
    'reconcile-cards',
  ];
  const reads = (name: string) =>
    permission(
      'secretsmanager:GetSecretValue',
      `arn:aws:secretsmanager:eu-west-1:{AWS::AccountId}:secret:${name}-??????`,
    );

  test('lets those who call Stripe read its key, and nobody use the simulator’s', async () => {
    const changed = await synthesisedChanged();
    const reading: string[] = [];
    for (const stack of changed.filter(({ environment }) => environment === 'sandbox'))
      for (const id of idsIn(stack)) {
        const { STRIPE_API_KEY_SECRET, STRIPE_API_BASE, ISSUER_KEY_ID } = variablesOf(stack, id);
        const granted = permissionsOf(roleOf(changed, stack, id).resource);
        assert.ok(!granted.some((one) => one.includes('financial-services-sandbox-issuer"')), id);
        if (id === receiveStripe.id) continue;
        const isCaller = granted.includes(reads(apiKeySecret));
        const expected = isCaller
          ? [apiKeySecret, apiBase, undefined]
          : [undefined, undefined, undefined];
        assert.deepEqual([STRIPE_API_KEY_SECRET, STRIPE_API_BASE, ISSUER_KEY_ID], expected, id);
        if (isCaller) reading.push(id);
      }
    assert.deepEqual(reading.sort(), callers);
  });

  test('receives Stripe’s events at their own path, by a warm function that reads the secret of their signatures', async () => {
    const changed = await synthesisedChanged();
    const named = (wanted: string) =>
      changed.find(({ environment, name }) => environment === 'sandbox' && name === wanted) ??
      assert.fail(wanted);
    const [api, functions] = [named('api'), named('api-functions')];
    const granted = permissionsOf(roleOf(changed, functions, receiveStripe.id).resource);
    assert.deepEqual(
      granted.filter((line) => line.startsWith('secretsmanager')).sort(),
      [apiKeySecret, signingSecret].map(reads).sort(),
    );
    const [, method] =
      ofType(api, 'AWS::ApiGateway::Method').find(([id]) => /providersstripeevents/.test(id)) ?? [];
    assert.deepEqual(
      [method?.Properties.HttpMethod, method?.Properties.AuthorizationType],
      ['POST', 'NONE'],
    );
    // Callers without a key can take neither the stage nor the account's executions from those who have one.
    const [[, stage] = assert.fail()] = ofType(api, 'AWS::ApiGateway::Stage');
    const limit = stage.Properties.MethodSettings.find(({ ResourcePath }: Any) =>
      /stripe/.test(ResourcePath),
    );
    assert.deepEqual(
      [limit.HttpMethod, limit.ThrottlingRateLimit, limit.ThrottlingBurstLimit],
      ['POST', 100, 200],
    );
    const { logicalId, properties } = functionOf(functions, receiveStripe.id);
    assert.equal(properties.ReservedConcurrentExecutions, 50);
    const [[, warm] = assert.fail(), ...more] = ofType(functions, 'AWS::Lambda::Alias').filter(
      ([, { Properties }]) => Properties.FunctionName.Ref === logicalId,
    );
    assert.deepEqual(more, []);
    // Lambda takes no weights on an alias that is kept warm.
    assert.equal('UpdatePolicy' in warm, false);
    assert.deepEqual(warm.Properties.ProvisionedConcurrencyConfig, {
      ProvisionedConcurrentExecutions: 2,
    });
    const called = `:function:${properties.FunctionName}:${warm.Properties.Name}/`;
    assert.ok(textOf(method?.Properties.Integration.Uri).includes(called));
  });

  test('and no other environment has that path', async () => {
    for (const stack of [
      ...all,
      ...(await synthesisedChanged()).filter(({ environment }) => environment === 'live'),
    ])
      assert.ok(!stack.text.includes('providers'), `${stack.environment}/${stack.name}`);
  });
});

describe('an environment whose identities Onfido verifies', () => {
  const { tokenSecret, webhookSecret } = onfidoSettings;
  const reads = (name: string) =>
    permission(
      'secretsmanager:GetSecretValue',
      `arn:aws:secretsmanager:eu-west-1:{AWS::AccountId}:secret:${name}-??????`,
    );
  const reading = async (line: (granted: string) => boolean) => {
    const sandbox = (await synthesisedChanged()).filter(
      ({ environment }) => environment === 'sandbox',
    );
    const all = await synthesisedChanged();
    return sandbox
      .flatMap((stack) =>
        idsIn(stack).filter((id) => permissionsOf(roleOf(all, stack, id).resource).some(line)),
      )
      .toSorted();
  };

  test('lets its job and its redactions read the token, and the receiver of its events that of the webhook too', async () => {
    const ofToken = [decideVerification.id, receiveOnfido.id, redactPersonalData.id];
    assert.deepEqual(await reading((line) => line === reads(tokenSecret)), ofToken);
    assert.deepEqual(await reading((line) => line === reads(webhookSecret)), [receiveOnfido.id]);
  });

  test('lets the job read the bytes of documents, and nobody where a reviewer verifies', async () => {
    const readsBytes = (line: string) => line.startsWith('s3:GetObjectVersion on ');
    const readers = await reading(readsBytes);
    const others = all
      .filter(({ environment }) => environment === 'sandbox')
      .flatMap((stack) =>
        idsIn(stack).filter((id) =>
          permissionsOf(roleOf(all, stack, id).resource).some(readsBytes),
        ),
      );
    assert.deepEqual(readers, [...others, decideVerification.id].toSorted());
  });

  test('receives Onfido’s events at their own path, with their own limits', async () => {
    const changed = await synthesisedChanged();
    const api =
      changed.find(({ environment, name }) => environment === 'sandbox' && name === 'api') ??
      assert.fail();
    const [, method] =
      ofType(api, 'AWS::ApiGateway::Method').find(([id]) => /providersonfidoevents/.test(id)) ?? [];
    assert.deepEqual(
      [method?.Properties.HttpMethod, method?.Properties.AuthorizationType],
      ['POST', 'NONE'],
    );
    const [[, stage] = assert.fail()] = ofType(api, 'AWS::ApiGateway::Stage');
    const limit = stage.Properties.MethodSettings.find(({ ResourcePath }: Any) =>
      /onfido/.test(ResourcePath),
    );
    assert.deepEqual(
      [limit.HttpMethod, limit.ThrottlingRateLimit, limit.ThrottlingBurstLimit],
      ['POST', 20, 40],
    );
  });
});

const variablesOf = (stack: (typeof all)[number], id: string): Record<string, unknown> =>
  functionOf(stack, id).properties.Environment.Variables;
