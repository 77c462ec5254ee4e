import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateMacCommand,
} from '@aws-sdk/client-kms';
import { BadConfiguration } from '../errors.ts';
import { kmsService } from '../kms/service.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import {
  alias,
  allow,
  dataResources,
  keyArn,
  keyId,
  lambda,
  macKeyId,
} from './helpers/data-resources.ts';
import { hasMode } from './helpers/processes.ts';

const anyKey = keyArn('*');
const withAlias = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias } };
const encrypter = lambda('encrypter', [allow(['kms:Encrypt', 'kms:Decrypt'], anyKey, withAlias)]);
const bound = lambda('bound', [
  allow('kms:Encrypt', anyKey, { StringEquals: { 'kms:EncryptionContext:tenant': 'biz_1' } }),
]);

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane([...dataResources(), ...encrypter, ...bound]);
});
after(() => plane.stop());

const Plaintext = Buffer.from('123-45-6789');
const EncryptionContext = { tenant: 'biz_1', resource: 'cus_1' };

const names = [alias, keyId, keyArn(keyId), `arn:aws:kms:eu-west-1:000000000000:${alias}`];

test('what was encrypted is decrypted, under any name of the key and with the context in any order', async () => {
  const kms = plane.kms('encrypter');
  for (const KeyId of names) {
    const encrypted = await kms.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }));
    assert.equal(encrypted.KeyId, keyArn(keyId));
    assert.ok(!Buffer.from(encrypted.CiphertextBlob ?? []).includes(Plaintext));
    const reversed = { resource: 'cus_1', tenant: 'biz_1' };
    const { CiphertextBlob } = encrypted;
    for (const named of [{}, { KeyId }]) {
      const decrypted = await kms.send(
        new DecryptCommand({ ...named, CiphertextBlob, EncryptionContext: reversed }),
      );
      assert.deepEqual(Buffer.from(decrypted.Plaintext ?? []), Plaintext);
    }
  }
});

test('another context, other bytes and another key do not decrypt', async () => {
  const kms = plane.kms();
  const { CiphertextBlob = new Uint8Array() } = await kms.send(
    new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext }),
  );
  const invalid = { name: 'InvalidCiphertextException' };
  for (const other of [
    undefined,
    {},
    { tenant: 'biz_1' },
    { ...EncryptionContext, tenant: 'biz_2' },
  ])
    await assert.rejects(
      kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: other })),
      invalid,
    );
  for (const at of [0, 5, 20, 40, CiphertextBlob.length - 1]) {
    const forged = Uint8Array.from(CiphertextBlob, (byte, position) =>
      position === at ? byte ^ 1 : byte,
    );
    const decrypting = kms.send(new DecryptCommand({ CiphertextBlob: forged, EncryptionContext }));
    await assert.rejects(decrypting, { name: /^(InvalidCiphertext|NotFound)Exception$/ });
  }
  await assert.rejects(
    kms.send(new DecryptCommand({ CiphertextBlob: Buffer.from('short') })),
    invalid,
  );
  const other = new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId: macKeyId });
  await assert.rejects(kms.send(other), { name: 'IncorrectKeyException' });
});

test('a grant by alias covers that key alone', async () => {
  const kms = plane.kms('encrypter');
  const mac = new GenerateMacCommand({
    KeyId: `${alias}-mac`,
    Message: Plaintext,
    MacAlgorithm: 'HMAC_SHA_256',
  });
  await assert.rejects(kms.send(mac), { name: 'AccessDeniedException' });
  await assert.rejects(kms.send(new EncryptCommand({ KeyId: macKeyId, Plaintext })), {
    name: 'AccessDeniedException',
  });
  await assert.rejects(
    kms.send(new DescribeKeyCommand({ KeyId: alias })),
    /not authorized to perform: kms:DescribeKey/,
  );
});

test('a grant may demand a pair of the context', async () => {
  const kms = plane.kms('bound');
  await kms.send(new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext }));
  const other = new EncryptCommand({
    KeyId: alias,
    Plaintext,
    EncryptionContext: { tenant: 'biz_2' },
  });
  await assert.rejects(kms.send(other), { name: 'AccessDeniedException' });
  await assert.rejects(kms.send(new EncryptCommand({ KeyId: alias, Plaintext })), {
    name: 'AccessDeniedException',
  });
});

test('a MAC is that of its message, and a key serves its own use alone', async () => {
  const kms = plane.kms();
  const mac = async (Message: Buffer, KeyId = `${alias}-mac`) =>
    (await kms.send(new GenerateMacCommand({ KeyId, MacAlgorithm: 'HMAC_SHA_256', Message }))).Mac;
  assert.deepEqual(await mac(Plaintext), await mac(Plaintext));
  assert.equal((await mac(Plaintext))?.length, 32);
  assert.notDeepEqual(await mac(Plaintext), await mac(Buffer.from('else')));
  const wrongUse = { name: 'InvalidKeyUsageException' };
  await assert.rejects(mac(Plaintext, alias), wrongUse);
  await assert.rejects(kms.send(new EncryptCommand({ KeyId: macKeyId, Plaintext })), wrongUse);
});

test('an unknown key is not found, nor an operation that local/ does not run', async () => {
  const kms = plane.kms();
  const unknown = new EncryptCommand({ KeyId: 'alias/nobody', Plaintext });
  await assert.rejects(kms.send(unknown), { name: 'NotFoundException' });
  await assert.rejects(kms.send(new DescribeKeyCommand({ KeyId: alias })), {
    name: 'UnknownOperationException',
  });
});

test('what was encrypted is decrypted after a restart, and only the owner can read the key file', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'local-data-'));
  context.after(() => rm(folder, { recursive: true }));
  const first = await startDataPlane(dataResources(), folder);
  const { CiphertextBlob } = await first
    .kms()
    .send(new EncryptCommand({ KeyId: alias, Plaintext, EncryptionContext }));
  await first.stop();
  const second = await startDataPlane(dataResources(), folder);
  const decrypted = await second
    .kms()
    .send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
  await second.stop();
  assert.deepEqual(Buffer.from(decrypted.Plaintext ?? []), Plaintext);
  assert.ok(hasMode(join(folder, 'kms-keys.json'), 0o600));
  await writeFile(join(folder, 'kms-keys.json'), '{');
  assert.throws(() => kmsService({ resources: dataResources(), folder }), BadConfiguration);
});
