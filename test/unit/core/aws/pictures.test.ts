import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CompareFacesCommandOutput } from '@aws-sdk/client-rekognition';
import type { DetectDocumentTextCommandOutput } from '@aws-sdk/client-textract';
import { rekognition } from '../../../../functions/core/aws/rekognition.ts';
import { textract } from '../../../../functions/core/aws/textract.ts';
import { after, before, describe, test } from '../../../helpers/tests.ts';

/** The next answer of the services, and the requests they were sent. */
let answer: { readonly status: number; readonly body: object } = { status: 200, body: {} };
let asked: { readonly target: string; readonly body: object } | undefined;
const aws = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  asked = { target: String(request.headers['x-amz-target']), body: JSON.parse(body) };
  response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(answer.body));
});
const environment = { ...process.env };

before(async () => {
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  const AWS_ENDPOINT_URL = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  const credentials = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-west-1',
  };
  Object.assign(process.env, { ...credentials, AWS_ENDPOINT_URL });
});
after(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  aws.closeAllConnections();
  aws.close();
});

const fails = (name: string) => {
  answer = { status: 400, body: { __type: name, Message: name } };
};
const picture = Buffer.from('picture');
const base64 = picture.toString('base64');

describe('Textract', () => {
  test('reads the lines of a page, and not its words again', async () => {
    // As the documentation of DetectDocumentText prints an answer, with fewer blocks.
    const read: Omit<DetectDocumentTextCommandOutput, '$metadata'> = {
      DocumentMetadata: { Pages: 1 },
      DetectDocumentTextModelVersion: '1.0',
      Blocks: [
        { BlockType: 'PAGE', Id: '1', Relationships: [{ Type: 'CHILD', Ids: ['2'] }] },
        {
          BlockType: 'LINE',
          Id: '2',
          Text: 'P<GBRKING<<ADA',
          Confidence: 99.1,
          TextType: 'PRINTED',
        },
        {
          BlockType: 'WORD',
          Id: '3',
          Text: 'P<GBRKING<<ADA',
          Confidence: 99.1,
          TextType: 'PRINTED',
        },
      ],
    };
    answer = { status: 200, body: read };
    assert.deepEqual(await textract().readText(picture), [
      { text: 'P<GBRKING<<ADA', confidence: 99.1 },
    ]);
    assert.deepEqual(asked, {
      target: 'Textract.DetectDocumentText',
      body: { Document: { Bytes: base64 } },
    });
  });

  for (const [name, expected] of [
    ['BadDocumentException', 'unreadable'],
    ['UnsupportedDocumentException', 'not_taken'],
    ['DocumentTooLargeException', 'not_taken'],
  ] as const)
    test(`${name}: ${expected}`, async () => {
      fails(name);
      assert.equal(await textract().readText(picture), expected);
    });

  test('says when it may not', async () => {
    fails('AccessDeniedException');
    await assert.rejects(textract().readText(picture), { name: 'AccessDeniedException' });
  });
});

describe('Rekognition', () => {
  const compared: Omit<CompareFacesCommandOutput, '$metadata'> = {
    SourceImageFace: {
      BoundingBox: { Height: 0.4, Left: 0.3, Top: 0.2, Width: 0.3 },
      Confidence: 99.9,
    },
    FaceMatches: [
      {
        Similarity: 97.5,
        Face: { Confidence: 99.8, BoundingBox: { Height: 0.2, Left: 0.1, Top: 0.3, Width: 0.1 } },
      },
      { Similarity: 12.25, Face: { Confidence: 91.5 } },
    ],
    UnmatchedFaces: [],
  };

  test('says how alike the faces are that are most alike, however little that is', async () => {
    answer = { status: 200, body: compared };
    assert.equal(await rekognition().compareFaces(picture, picture), 97.5);
    const image = { Bytes: base64 };
    const body = { SourceImage: image, TargetImage: image, SimilarityThreshold: 0 };
    assert.deepEqual(asked, { target: 'RekognitionService.CompareFaces', body });
  });

  test('says that there is no face', async () => {
    answer = { status: 200, body: { ...compared, FaceMatches: [] } };
    assert.equal(await rekognition().compareFaces(picture, picture), 'no_face');
    fails('InvalidParameterException');
    assert.equal(await rekognition().compareFaces(picture, picture), 'no_face');
  });

  for (const name of ['ImageTooLargeException', 'InvalidImageFormatException'])
    test(`${name}: not taken`, async () => {
      fails(name);
      assert.equal(await rekognition().compareFaces(picture, picture), 'not_taken');
    });
});
