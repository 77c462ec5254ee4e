import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type KeptSecret, secretsManagerService } from '../secrets-manager.ts';
import { type DataPlane, settingsFor, startDataPlane } from './helpers/data-plane.ts';
import { allow, dataResources, lambda } from './helpers/data-resources.ts';

const ofName = (name: string) =>
  `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-??????`;
const kept = new Map<string, KeptSecret>([
  ['cards/key', { current: 'new', previous: 'old' }],
  ['cards/other', { current: 'not for you' }],
]);

let plane: DataPlane;
let client: SecretsManagerClient;
before(async () => {
  const reading = lambda('reading', [
    allow('secretsmanager:GetSecretValue', [ofName('cards/key'), ofName('cards/none')]),
  ]);
  plane = await startDataPlane([...dataResources(), ...reading]);
  plane.serve(secretsManagerService((name) => kept.get(name)));
  client = new SecretsManagerClient({ ...settingsFor(plane.endpoint, 'reading'), maxAttempts: 1 });
});
after(async () => {
  client.destroy();
  await plane.stop();
});

const read = async (SecretId: string, VersionStage?: string) => {
  const asked = { SecretId, ...(VersionStage && { VersionStage }) };
  return (await client.send(new GetSecretValueCommand(asked))).SecretString;
};

test('a secret is read by its name as it is now, as it was before, and as it was changed', async () => {
  assert.deepEqual(
    [await read('cards/key'), await read('cards/key', 'AWSCURRENT')],
    ['new', 'new'],
  );
  assert.equal(await read('cards/key', 'AWSPREVIOUS'), 'old');
  kept.set('cards/key', { current: 'newer' });
  assert.equal(await read('cards/key'), 'newer');
});

test('what there is not is not found, and what nobody granted is denied', async () => {
  await assert.rejects(read('cards/none'), { name: 'ResourceNotFoundException' });
  await assert.rejects(read('cards/key', 'AWSPREVIOUS'), { name: 'ResourceNotFoundException' });
  await assert.rejects(read('cards/other'), { name: 'AccessDeniedException' });
  await assert.rejects(client.send(new ListSecretsCommand({})));
});
