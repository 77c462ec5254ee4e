import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { concurrencyError, regionError } from '../../lib/preflight.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();

for (const stack of all) {
  describe(`a first deployment of ${stack.environment}/${stack.name} that fails`, () => {
    test('leaves nothing that blocks the next: what is kept is kept on update and deletion, not on rollback', () => {
      // These belong to the account and region: another environment may live on them, and they have no fixed name.
      const ofAccount = ['AWS::ApiGateway::Account'];
      const kept = Object.entries(stack.resources).filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain');
      const blocking = kept.filter(([id, { Type }]) => !ofAccount.includes(Type) && !id.startsWith('LogAccountRole'));
      assert.deepEqual(
        blocking.map(([id]) => id),
        [],
      );
      const live = stack.environment === 'live';
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of ofType(stack, 'AWS::Logs::LogGroup'))
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

  test('refuses live where fewer than 100 executions would stay unreserved', () => {
    assert.equal(concurrencyError(live, { quota: 1_000, unreserved: 1_000, ours: 0 }), undefined);
    assert.equal(concurrencyError(live, { quota: 201, unreserved: 201, ours: 0 }), undefined);
    assert.match(
      concurrencyError(live, { quota: 200, unreserved: 200, ours: 0 }) ?? '',
      /^live reserves 101 executions and Lambda keeps 100 unreserved, but the account has 200 of 200 to give: ask .* at least 201/,
    );
    assert.match(concurrencyError(live, { quota: 10, unreserved: 10, ours: 0 }) ?? '', /at least 201/);
    const secrets = { apiKeySecret: 'a', signingSecret: 'b' };
    const warm = { ...live, cardIssuer: 'stripe', stripe: { ...secrets, provisionedConcurrency: 5 } } as const;
    assert.match(concurrencyError(warm, { quota: 205, unreserved: 205, ours: 0 }) ?? '', /^live reserves 151 .*251/);
  });

  test('counts what others have reserved, and what live has already', () => {
    assert.match(concurrencyError(live, { quota: 1_000, unreserved: 150, ours: 0 }) ?? '', /at least 1051/);
    assert.equal(concurrencyError(live, { quota: 1_000, unreserved: 150, ours: 101 }), undefined);
  });

  test('lets pass what reserves nothing', () => {
    assert.equal(concurrencyError(sandbox, { quota: 10, unreserved: 10, ours: 0 }), undefined);
  });

  test('refuses a second region of an account, where roles and buckets of these names are already', () => {
    assert.equal(regionError(sandbox, undefined), undefined);
    assert.equal(regionError(sandbox, 'eu-west-1'), undefined);
    assert.match(
      regionError(sandbox, 'us-east-1') ?? '',
      /^sandbox is in us-east-1 of this account.* no second one in eu-west-1.*: use another account, or destroy/,
    );
  });
});
