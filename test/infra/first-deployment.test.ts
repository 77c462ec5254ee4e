import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments, functionName } from '../../lib/environments.ts';
import {
  boxesOf,
  boxesText,
  concurrencyError,
  regionError,
  reservedBy,
  reserving,
  screenerSecretError,
  secretErrors,
  settingsText,
  sharedError,
  verifierSecretErrors,
} from '../../lib/preflight.ts';
import { printSettingsPage, printSettingsSchema } from '../../lib/settings-page.ts';
import { settingNames } from '../../lib/settings-schema.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();

for (const stack of all) {
  describe(`a first deployment of ${stack.environment}/${stack.name} that fails`, () => {
    test('leaves nothing that blocks the next: what is kept is kept on update and deletion, not on rollback', () => {
      // These belong to the account and region: another environment may live on them, and they have no fixed name.
      const ofAccount = ['AWS::ApiGateway::Account'];
      const kept = Object.entries(stack.resources).filter(
        ([, { DeletionPolicy }]) => DeletionPolicy === 'Retain',
      );
      const blocking = kept.filter(
        ([id, { Type }]) => !ofAccount.includes(Type) && !id.startsWith('LogAccountRole'),
      );
      assert.deepEqual(
        blocking.map(([id]) => id),
        [],
      );
      const live = stack.environment === 'live';
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of ofType(
        stack,
        'AWS::Logs::LogGroup',
      ))
        assert.deepEqual(
          [DeletionPolicy, UpdateReplacePolicy],
          live ? ['RetainExceptOnCreate', 'Retain'] : ['Delete', 'Delete'],
          id,
        );
    });
  });
}

describe('the preflight', () => {
  const { live, sandbox } = environments;

  test('rejects live where fewer than 100 executions would stay unreserved', () => {
    assert.equal(concurrencyError(live, { quota: 1_000, unreserved: 1_000, ours: 0 }), undefined);
    assert.equal(concurrencyError(live, { quota: 206, unreserved: 206, ours: 0 }), undefined);
    assert.match(
      concurrencyError(live, { quota: 200, unreserved: 200, ours: 0 }) ?? '',
      /^live reserves 106 executions and Lambda keeps 100 unreserved, but the account has 200 of 200 to give: ask .* at least 206/,
    );
    assert.match(
      concurrencyError(live, { quota: 10, unreserved: 10, ours: 0 }) ?? '',
      /at least 206/,
    );
    const secrets = { apiKeySecret: 'a', signingSecret: 'b' };
    const warm = {
      ...live,
      cardIssuer: 'stripe',
      stripe: { ...secrets, provisionedConcurrency: 5 },
    } as const;
    assert.match(
      concurrencyError(warm, { quota: 210, unreserved: 210, ours: 0 }) ?? '',
      /^live reserves 156 .*256/,
    );
  });

  test('counts each execution that live reserves, of the functions that it asks Lambda for', () => {
    const stacks = all.filter(({ environment }) => environment === 'live');
    const functions = stacks.flatMap((stack) => ofType(stack, 'AWS::Lambda::Function'));
    const reserved = functions
      .map(([, { Properties }]) => Properties)
      .filter((one) => one.ReservedConcurrentExecutions);
    const names = reserving.map(({ id }) => functionName('live', id));
    for (const { FunctionName } of reserved) assert.ok(names.includes(FunctionName), FunctionName);
    const sum = reserved.reduce((all, one) => all + one.ReservedConcurrentExecutions, 0);
    assert.deepEqual([sum, reservedBy(live)], [106, 106]);
  });

  test('counts what others have reserved, and what live has already', () => {
    assert.match(
      concurrencyError(live, { quota: 1_000, unreserved: 150, ours: 0 }) ?? '',
      /at least 1056/,
    );
    assert.equal(concurrencyError(live, { quota: 1_000, unreserved: 150, ours: 106 }), undefined);
  });

  test('says which secrets of Onfido are not there, or are of the other environment', () => {
    const onfido = {
      region: 'eu',
      tokenSecret: 'identity/token',
      webhookSecret: 'identity/webhook',
    } as const;
    const of = (name: 'live' | 'sandbox') =>
      ({ ...{ live, sandbox }[name], identityVerifier: 'onfido', onfido }) as const;
    const none = { token: undefined, webhook: undefined };
    assert.deepEqual(verifierSecretErrors({ ...live, onfido }, none), []);
    assert.deepEqual(verifierSecretErrors(of('live'), { token: 'api_live.a', webhook: 'b' }), []);
    assert.deepEqual(
      verifierSecretErrors(of('sandbox'), { token: 'api_sandbox.a', webhook: 'b' }),
      [],
    );
    const [token = '', webhook = '', ...more] = verifierSecretErrors(of('live'), none);
    assert.match(
      token,
      /^live takes its token of Onfido from the secret identity\/token .*, where there is none/,
    );
    assert.match(
      webhook,
      /^live takes the token of Onfido’s webhook from the secret identity\/webhook /,
    );
    assert.deepEqual(more, []);
    for (const [name, wrong] of [
      ['live', 'api_sandbox.a'],
      ['sandbox', 'api_live.a'],
    ] as const)
      assert.match(
        verifierSecretErrors(of(name), { token: wrong, webhook: 'b' })[0] ?? '',
        /^identity\/token holds a token/,
      );
    assert.match(
      concurrencyError(of('live'), { quota: 210, unreserved: 210, ours: 0 }) ?? '',
      /^live reserves 116 /,
    );
  });

  test('says that the API key of a yente is not there', () => {
    const yente = {
      base: 'https://yente.example.com',
      dataset: 'default',
      tokenSecret: 'screening/key',
    };
    const asking = { ...live, screening: 'yente', yente } as const;
    assert.match(
      screenerSecretError(asking, undefined) ?? '',
      /^live takes its API key of yente from .*screening\/key/,
    );
    assert.deepEqual(
      [screenerSecretError(asking, 'key'), screenerSecretError(live, undefined)],
      [undefined, undefined],
    );
  });

  test('says which secrets of Stripe are not there, are of another mode, or only stand for one', () => {
    const stripe = { apiKeySecret: 'cards/key', signingSecret: 'cards/signing' };
    const withStripe = { ...live, cardIssuer: 'stripe', stripe } as const;
    const errorsOf = (apiKey: string | undefined, signing: string | undefined) =>
      secretErrors(withStripe, { apiKey, signing, isPlaceholder: signing === 'later' });
    assert.deepEqual(
      secretErrors(live, { apiKey: undefined, signing: undefined, isPlaceholder: false }),
      [],
    );
    assert.deepEqual(errorsOf('rk_live_a', 'whsec_a'), []);
    const [key = '', signing = '', ...more] = errorsOf(undefined, undefined);
    assert.match(
      key,
      /^live takes its key of Stripe from the secret cards\/key .*eu-west-1, where there is none/,
    );
    assert.match(
      signing,
      /^live takes the signing secret .* cards\/signing .*, where there is none/,
    );
    assert.deepEqual(more, []);
    for (const value of ['todo', 'rk_test_a', 'pk_live_a'])
      assert.match(
        errorsOf(value, 'whsec_a').join(),
        /^cards\/key holds no secret or restricted key of Stripe’s live mode/,
      );
    assert.match(
      errorsOf('sk_live_a', 'later').join(),
      /^cards\/signing only stands for a secret: .* no event of Stripe/,
    );
    // No sentence repeats a value.
    assert.doesNotMatch(errorsOf('todo-value', 'later').join(), /todo-value|later/);
  });

  test('says where queues may take what callers need, in sandbox too', () => {
    assert.match(
      sharedError(sandbox, { quota: 10, unreserved: 10, ours: 0 }) ?? '',
      /^The queues of sandbox may start 35 executions at a time, and the account has 10 for them/,
    );
    assert.equal(sharedError(sandbox, { quota: 36, unreserved: 36, ours: 0 }), undefined);
    assert.match(
      sharedError(live, { quota: 206, unreserved: 206, ours: 0 }) ?? '',
      /may start 140 .* has 100 for/,
    );
    assert.equal(sharedError(live, { quota: 247, unreserved: 141, ours: 106 }), undefined);
    const few = { ...live, queueConcurrencyOf: { deliver: 2, cards: 2, counters: 2 } };
    assert.equal(sharedError(few, { quota: 206, unreserved: 206, ours: 0 }), undefined);
  });

  test('lets pass what reserves nothing', () => {
    assert.equal(concurrencyError(sandbox, { quota: 10, unreserved: 10, ours: 0 }), undefined);
  });

  test('rejects a second region of an account, where roles and buckets of these names are already', () => {
    const none = { bucketIn: undefined, hasFunctions: false };
    assert.equal(regionError(sandbox, none), undefined);
    for (const hasFunctions of [true, false])
      assert.equal(regionError(sandbox, { bucketIn: 'eu-west-1', hasFunctions }), undefined);
    assert.match(
      regionError(sandbox, { bucketIn: 'us-east-1', hasFunctions: false }) ?? '',
      /^sandbox is in us-east-1 of this account.* For one in eu-west-1 set another cell, use another account, or destroy/,
    );
    assert.match(
      regionError({ ...sandbox, cell: 'b' }, { bucketIn: undefined, hasFunctions: true }) ?? '',
      /^eu-west-1 has sandbox already, with another cell than b/,
    );
  });

  const secrets = {
    apiKey: undefined,
    signing: undefined,
    isPlaceholder: false,
    token: undefined,
    webhook: undefined,
  };
  const found = {
    account: '123456789012',
    isBootstrapped: true,
    place: { bucketIn: undefined, hasFunctions: false },
    concurrency: { quota: 1_000, unreserved: 1_000, ours: 0 },
    secrets: { ...secrets, screenerKey: undefined },
  };

  test('prints twelve boxes of live, with ✗ and what to do at those that are open', () => {
    const boxes = boxesOf(live, found);
    assert.equal(boxes.length, 12);
    const open = boxes.filter(({ errors }) => errors.length > 0).map(({ name }) => name);
    assert.deepEqual(open, [
      ...[
        'the settings name the account',
        'alarms reach somebody',
        'the dashboard has an address',
        'cards can pay',
      ],
    ]);
    assert.match(boxesText(boxes), /^✗ alarms reach somebody\n {4}Set alarmSubscribers of live/m);
    const set = {
      account: '123456789012',
      alarmSubscribers: ['ops@example.com'],
      acceptSimulatedIssuer: true,
      dashboardOrigin: 'https://dashboard.example.com',
      dashboardCertificate: 'arn:aws:acm:us-east-1:1:certificate/1',
    };
    assert.doesNotMatch(boxesText(boxesOf({ ...live, ...set }, found)), /✗/);
  });

  test('prints each setting that differs from its default, as the page and the schema do', () => {
    assert.match(settingsText(sandbox), /^ {2}\d+ settings as in lib\/environments\.ts: /);
    const [page, schema] = [printSettingsPage(), JSON.parse(printSettingsSchema())];
    for (const name of settingNames) {
      assert.match(
        settingsText({ ...sandbox, [name]: 'other' }),
        new RegExp(`^  ${name}: other$`, 'm'),
      );
      assert.ok(page.includes(`\n## ${name}\n`), name);
      assert.ok(Object.hasOwn(schema.properties, name), name);
    }
  });

  test('prints what sandbox alone needs: the bootstrap, with the command that makes it', () => {
    assert.doesNotMatch(boxesText(boxesOf(sandbox, found)), /✗/);
    const text = boxesText(
      boxesOf({ ...sandbox, account: '210987654321' }, { ...found, isBootstrapped: false }),
    );
    assert.match(
      text,
      /✗ the credentials are of that account\n {4}The credentials are of 123456789012, and/,
    );
    assert.match(
      text,
      /✗ the account has CDK’s bootstrap\n {4}Run `npx cdk bootstrap aws:\/\/210987654321\/eu-west-1`/,
    );
  });
});
