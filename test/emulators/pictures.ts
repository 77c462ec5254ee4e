import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { awsVerifier } from '../../functions/identity/verifiers/aws/verifier.ts';
import { adaWith, aPicture } from '../helpers/fixtures/document-analysis.ts';
import { passportZone } from '../helpers/fixtures/zones.ts';
import { takes } from '../helpers/programs.ts';
import { motoPython } from './moto-python.ts';

readCommandLine({
  usage: `npm run check:outside -- pictures

Reads pictures by Textract and Rekognition of moto.`,
});

// Asks Textract and Rekognition of moto as the verifier `aws` does: `npm run check:outside -- pictures`.

takes('npm run check:outside -- pictures', ['python3']);
const python = await motoPython();
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const blocks = file('../../.build/moto/blocks.json');
mkdirSync(file('../../.build/moto/'), { recursive: true });
writeFileSync(
  blocks,
  JSON.stringify(
    passportZone().map((Text, Id) => ({
      BlockType: 'LINE',
      Id: String(Id),
      Text,
      Confidence: 99.5,
    })),
  ),
);
const moto = spawn(python, [file('pictures.py'), blocks], { stdio: ['pipe', 'pipe', 'inherit'] });
try {
  const [port] = await once(createInterface(moto.stdout), 'line');
  const credentials = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-west-1',
  };
  Object.assign(process.env, { ...credentials, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` });
  const subject = adaWith(aPicture(), aPicture({ type: 'selfie' }));
  const result = await awsVerifier().look('a reference', subject);
  assert.ok(result.outcome === 'review' && result.evidence, JSON.stringify(result));
  const { fields, similarity, reasons } = result.evidence;
  assert.deepEqual([fields.map(({ agrees }) => agrees), reasons], [fields.map(() => true), []]);
  assert.ok(similarity !== null && similarity > 0);
  console.log(
    `moto: ${fields.length} fields agree, the faces are alike by ${similarity.toFixed(1)} per cent`,
  );
} finally {
  moto.stdin.end();
}
