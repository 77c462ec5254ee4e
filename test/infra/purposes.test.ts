import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ofType, type SynthesisedStack, synthesised } from '../helpers/synthesised.ts';
import { permissionsOf, roleOf } from '../helpers/template-functions.ts';

const all = await synthesised();

/** Who uses a key directly, not by way of a table or the bucket: `alias: functions`. */
const usersOf = (action: string, stacks: readonly SynthesisedStack[]): Record<string, string[]> => {
  const users: Record<string, string[]> = {};
  for (const stack of stacks)
    for (const [, { Properties }] of ofType(stack, 'AWS::Lambda::Function')) {
      const id = Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
      for (const line of permissionsOf(roleOf(stacks, stack, id).resource)) {
        if (!line.startsWith(`${action} on `) || line.includes('kms:ViaService')) continue;
        const alias = /alias\/financial-services-\w+-?([\w-]*)"/.exec(line)?.[1] ?? line;
        users[alias] = [...(users[alias] ?? []), id].sort();
      }
    }
  return users;
};

for (const environment of ['sandbox', 'live']) {
  const stacks = all.filter((stack) => stack.environment === environment);

  describe(`keys of ${environment} by purpose`, () => {
    test('who talks to hostile hosts opens what it signs with and nothing else, and nobody opens a tax id', () => {
      assert.deepEqual(usersOf('kms:Decrypt', stacks), { webhooks: ['deliver-webhook'] });
    });

    test('each kind of secret is sealed with the key of its purpose', () => {
      assert.deepEqual(usersOf('kms:Encrypt', stacks), {
        'tax-ids': ['customers.create', 'customers.update'],
        webhooks: ['webhooks.create', 'webhooks.rotate-secret', 'webhooks.update'],
      });
    });

    test('every key has one alias, and no two the same', () => {
      const data = stacks.filter(({ name }) => name === 'data').flatMap((stack) => ofType(stack, 'AWS::KMS::Alias'));
      const names = data.map(([, { Properties }]) =>
        Properties.AliasName.replace(`alias/financial-services-${environment}`, ''),
      );
      assert.deepEqual(names.sort(), ['', '-cursors', '-fingerprints', '-issuer', '-tax-ids', '-webhooks']);
    });

    test('whoever tells whether a document is there can open none, and write none over another', () => {
      for (const stack of stacks.filter(({ name }) => name === 'api')) {
        const lines = permissionsOf(roleOf(stacks, stack, 'documents.get').resource);
        const storage = lines.filter((line) => line.startsWith('s3:'));
        assert.deepEqual(storage.map((line) => line.split(' ')[0]).sort(), ['s3:ListBucket', 's3:PutObject']);
        assert.ok(!lines.some((line) => line.startsWith('kms:Decrypt') && line.includes('s3.eu-west-1')));
        const [listing, writing] = storage.toSorted();
        assert.ok(listing?.includes('"s3:prefix":"biz_*/cus_*/doc_*"'), listing);
        assert.ok(writing?.includes('Null {"s3:if-none-match":"false"}'), writing);
      }
    });
  });
}
