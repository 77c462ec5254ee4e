import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateMacCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms';
import { BadConfiguration } from '../bad-configuration.ts';
import { kmsService } from '../services/kms.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { alias, allow, dataResources, keyArn, keyId, lambda, macKeyId } from './helpers/data-resources.ts';

const anyKey = keyArn('*');
const withAlias = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias } };
const sealer = lambda('sealer', [allow(['kms:Encrypt', 'kms:Decrypt'], anyKey, withAlias)]);
const bound = lambda('bound', [
  allow('kms:Encrypt', anyKey, { StringEquals: { 'kms:EncryptionContext:tenant': 'biz_1' } }),
]);

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane([...dataResources(), ...sealer, ...bound]);
});
after(() => plane.stop());

const Plaintext = Buffer.from('123-45-6789');
const EncryptionContext = { tenant: 'biz_1', resource: 'cus_1' };

const names = [alias, keyId, keyArn(keyId), `arn:aws:kms:eu-west-1:000000000000:${alias}`];

test('what was sealed opens again, under any name of the key and with the context in any order', async () => {
  const kms = plane.kms('sealer');
  for (const KeyId of names) {
    const sealed = await kms.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }));
    assert.equal(sealed.KeyId, keyArn(keyId));
    assert.ok(!Buffer.from(sealed.CiphertextBlob ?? []).includes(Plaintext));
    const reversed = { resource: 'cus_1', tenant: 'biz_1' };
    const { CiphertextBlob } = sealed;
    for (const named of [{}, { KeyId }]) {
      const opened = await kms.send(new DecryptCommand({ ...named, CiphertextBlob, EncryptionContext: reversed }));
      assert.deepEqual(Buffer.from(opened.Plaintext ?? []), Plaintext);
    }
  }
});

test('another context, other bytes and another key do not open', async () => {
  const kms = plane.kms();
  const { CiphertextBlob = new Uint8Array() } = await kms.send(
    new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext }),
  );
  const invalid = { name: 'InvalidCiphertextException' };
  for (const other of [undefined, {}, { tenant: 'biz_1' }, { ...EncryptionContext, tenant: 'biz_2' }])
    await assert.rejects(kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: other })), invalid);
  for (const at of [0, 5, 20, 40, CiphertextBlob.length - 1]) {
    const forged = Uint8Array.from(CiphertextBlob, (byte, position) => (position === at ? byte ^ 1 : byte));
    const opening = kms.send(new DecryptCommand({ CiphertextBlob: forged, EncryptionContext }));
    await assert.rejects(opening, { name: /^(InvalidCiphertext|NotFound)Exception$/ });
  }
  await assert.rejects(kms.send(new DecryptCommand({ CiphertextBlob: Buffer.from('short') })), invalid);
  const other = new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId: macKeyId });
  await assert.rejects(kms.send(other), { name: 'IncorrectKeyException' });
});

test('a grant by alias covers that key alone', async () => {
  const kms = plane.kms('sealer');
  const mac = new GenerateMacCommand({ KeyId: `${alias}-mac`, Message: Plaintext, MacAlgorithm: 'HMAC_SHA_256' });
  await assert.rejects(kms.send(mac), { name: 'AccessDeniedException' });
  await assert.rejects(kms.send(new EncryptCommand({ KeyId: macKeyId, Plaintext })), { name: 'AccessDeniedException' });
  await assert.rejects(
    kms.send(new DescribeKeyCommand({ KeyId: alias })),
    /not authorized to perform: kms:DescribeKey/,
  );
});

test('a grant may demand a pair of the context', async () => {
  const kms = plane.kms('bound');
  await kms.send(new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext }));
  const other = new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext: { tenant: 'biz_2' } });
  await assert.rejects(kms.send(other), { name: 'AccessDeniedException' });
  await assert.rejects(kms.send(new EncryptCommand({ KeyId: alias, Plaintext })), { name: 'AccessDeniedException' });
});

test('a data key comes open and sealed', async () => {
  const kms = plane.kms();
  const made = await kms.send(new GenerateDataKeyCommand({ KeyId: alias, KeySpec: 'AES_256', EncryptionContext }));
  assert.equal(made.Plaintext?.length, 32);
  const opened = await kms.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext }));
  assert.deepEqual(opened.Plaintext, made.Plaintext);
});

test('a MAC verifies for its message alone', async () => {
  const kms = plane.kms();
  const about = { KeyId: `${alias}-mac`, MacAlgorithm: 'HMAC_SHA_256' } as const;
  const { Mac } = await kms.send(new GenerateMacCommand({ ...about, Message: Plaintext }));
  assert.equal((await kms.send(new VerifyMacCommand({ ...about, Message: Plaintext, Mac }))).MacValid, true);
  const other = new VerifyMacCommand({ ...about, Message: Buffer.from('else'), Mac });
  await assert.rejects(kms.send(other), { name: 'KMSInvalidMacException' });
  const wrongUse = new GenerateMacCommand({ ...about, KeyId: alias, Message: Plaintext });
  await assert.rejects(kms.send(wrongUse), { name: 'InvalidKeyUsageException' });
  await assert.rejects(kms.send(new EncryptCommand({ KeyId: macKeyId, Plaintext })), {
    name: 'InvalidKeyUsageException',
  });
});

test('a key is described under its alias; a name that nobody has is not found', async () => {
  const kms = plane.kms();
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: alias }));
  assert.deepEqual([KeyMetadata?.KeyId, KeyMetadata?.KeyUsage, KeyMetadata?.Enabled], [keyId, 'ENCRYPT_DECRYPT', true]);
  const unknown = new EncryptCommand({ KeyId: 'alias/nobody', Plaintext });
  await assert.rejects(kms.send(unknown), { name: 'NotFoundException' });
});

test('what was sealed opens after a restart, and only the owner can read the key file', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'local-data-'));
  context.after(() => rm(folder, { recursive: true }));
  const first = await startDataPlane(dataResources(), folder);
  const { CiphertextBlob } = await first.kms().send(new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext }));
  await first.stop();
  const second = await startDataPlane(dataResources(), folder);
  const opened = await second.kms().send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
  await second.stop();
  assert.deepEqual(Buffer.from(opened.Plaintext ?? []), Plaintext);
  assert.equal((await stat(join(folder, 'kms-keys.json'))).mode & 0o777, 0o600);
  await writeFile(join(folder, 'kms-keys.json'), '{');
  assert.throws(() => kmsService({ resources: dataResources(), folder }), BadConfiguration);
});
