import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  monitorScreenings,
  recordRequests,
  sweepScheduledWork,
} from '../../functions/app/jobs/jobs.ts';
import type { Any } from '../helpers/printed-document.ts';
import { yenteSettings } from '../helpers/settings-of-variants.ts';
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

for (const stack of all)
  describe(`grants in ${stack.environment}/${stack.name}`, () => {
    test('every function has its own role without managed policies', () => {
      const ids = idsIn(stack);
      const roles = ids.map((id) => roleOf(all, stack, id).resource.Properties);
      assert.equal(new Set(roles.map(({ RoleName }) => RoleName)).size, ids.length);
      for (const { RoleName, ManagedPolicyArns } of roles)
        assert.equal(ManagedPolicyArns, undefined, RoleName);
    });

    test('no role has policies of more than the 10 240 characters that IAM takes', () => {
      for (const [logicalId, { Properties }] of ofType(stack, 'AWS::IAM::Role')) {
        const documents = (Properties.Policies ?? []).map(
          ({ PolicyDocument }: Any) => PolicyDocument,
        );
        const filled = JSON.stringify(documents, (_, value) =>
          value?.['Fn::Join'] ? textOf(value) : value,
        );
        const characters = filled.replaceAll('{AWS::AccountId}', '123456789012').length;
        assert.ok(characters <= 10_240, `${logicalId}: ${characters} characters`);
      }
    });

    test('nobody may call a function directly but the clock its workers, and CloudWatch Logs the job of the request log', () => {
      const permitted = ofType(stack, 'AWS::Lambda::Permission').map(
        ([, { Properties }]) => Properties,
      );
      const callers: Readonly<
        Record<string, readonly { readonly id: string; readonly by: string }[]>
      > = {
        events: [sweepScheduledWork, monitorScreenings].map(({ id }) => ({
          id,
          by: 'events.amazonaws.com',
        })),
        requests: [{ id: recordRequests.id, by: 'logs.amazonaws.com' }],
      };
      assert.deepEqual(
        permitted.map(({ FunctionName, Principal }) => [FunctionName, Principal]),
        (callers[stack.name] ?? [])
          .filter(({ id }) => idsIn(stack).includes(id))
          .map(({ id, by }) => [{ Ref: functionOf(stack, id).logicalId }, by]),
      );
    });

    test('nothing but roles grants anything', () => {
      for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy'])
        assert.deepEqual(ofType(stack, type), []);
    });

    test('wildcards stand only for the lines of one log group, traces, the key of an alias, the streams of a table, documents, buses and queues of other accounts, and what CodeDeploy deploys', () => {
      const allowed = [
        /^logs:(CreateLogStream|PutLogEvents) on arn:aws:logs:[\w-]+:\{AWS::AccountId}:log-group:\/aws\/lambda\/[\w-]+:\*$/,
        /^xray:Put\w+ on \*$/,
        /^kms:\w+ on arn:aws:kms:[\w-]+:\{AWS::AccountId}:key\/\* if .*ResourceAliases/,
        /^s3:(GetObject|GetObjectVersion|DeleteObjectVersion) on arn:aws:s3:::[\w-]+-documents-\{AWS::AccountId}\/\*$/,
        /^s3:PutObject on arn:aws:s3:::[\w-]+-documents-\{AWS::AccountId}\/\* if Null \{"s3:if-none-match":"false"}$/,
        /^s3:ListBucket(Versions)? on arn:aws:s3:::[\w-]+-documents-\{AWS::AccountId} if StringLike \{"s3:prefix":[^,]+}$/,
        /^dynamodb:ListStreams on arn:aws:dynamodb:[\w-]+:\{AWS::AccountId}:table\/[\w-]+-(outbox|resources|deliveries)\/stream\/\*$/,
        /^lambda:(GetAlias|UpdateAlias|GetProvisionedConcurrencyConfig) on arn:aws:lambda:[\w-]+:\{AWS::AccountId}:function:[\w-]+-live-\*$/,
        /^cloudwatch:DescribeAlarms on \*$/,
        /^(events:PutEvents on arn:aws:events:\*:\*:event-bus\/|sqs:SendMessage on arn:aws:sqs:\*:\*:)\* if StringNotEquals \{"aws:ResourceAccount":\{"Ref":"AWS::AccountId"}}$/,
      ];
      for (const [logicalId, role] of ofType(stack, 'AWS::IAM::Role')) {
        const wild = permissionsOf(role).filter(
          (line) => line.includes('*') && !allowed.some((one) => one.test(line)),
        );
        assert.deepEqual(wild, [], logicalId);
      }
    });
  });

for (const environment of ['sandbox', 'live'])
  test(`nobody decrypts in ${environment} but what signs, and only what it signs with`, () => {
    const stacks = all.filter((stack) => stack.environment === environment);
    const users = stacks.flatMap((stack) =>
      idsIn(stack).flatMap((id) =>
        permissionsOf(roleOf(stacks, stack, id).resource)
          .filter((line) => line.startsWith('kms:Decrypt on ') && !line.includes('kms:ViaService'))
          .map((line) => [id, /alias\/[\w-]+/.exec(line)?.[0]]),
      ),
    );
    // Stripe's way in signs too, where it is deployed.
    const asking = [
      'authorization-endpoints.test',
      ...(environment === 'sandbox' ? ['simulations.authorization'] : []),
    ];
    const signing = ['deliver-webhook', ...asking].map((id) => [
      id,
      `alias/financial-services-${environment}-webhooks`,
    ]);
    assert.deepEqual(users, signing);
  });

test('no function reads the API keys of the account, of which each has a value', () => {
  const lines = all.flatMap((stack) =>
    ofType(stack, 'AWS::IAM::Role').flatMap(([, role]) => permissionsOf(role)),
  );
  const reading = lines.filter((line) => line.startsWith('apigateway:GET on '));
  assert.equal(reading.length, 4);
  for (const line of reading) assert.match(line, /\/usageplans\/\{UsagePlan\w+}\/keys$/);
});

test('only where Textract and Rekognition verify may the decision read documents and ask both, and nothing else', async () => {
  const seeing = [...all, ...(await synthesisedChanged())].flatMap((stack) =>
    ofType(stack, 'AWS::IAM::Role').flatMap(([, role]) => {
      const granted = permissionsOf(role).filter((line) => /textract|rekognition/.test(line));
      return granted.length > 0
        ? [{ role: role.Properties.RoleName, granted, all: permissionsOf(role) }]
        : [];
    }),
  );
  assert.equal(seeing.length, 1);
  const [{ role, granted, all: every }] = seeing as [(typeof seeing)[number]];
  assert.match(role, /live.*decide-verification/);
  assert.deepEqual(granted, [
    permission('textract:DetectDocumentText', '*'),
    permission('rekognition:CompareFaces', '*'),
  ]);
  const ofStorage = every.filter((line) => line.startsWith('s3:') && !line.includes('-lists-'));
  assert.ok(
    ofStorage.length === 1 && ofStorage[0]?.startsWith('s3:GetObjectVersion on '),
    ofStorage.join(),
  );
});

test('only where lists are searched may who screens read them, and the job that fetches them replace them', async () => {
  const changed = await synthesisedChanged();
  const using = [...all, ...changed].flatMap((stack) =>
    ofType(stack, 'AWS::IAM::Role').flatMap(([, role]) => {
      const granted = permissionsOf(role).filter((line) => line.includes('-lists-'));
      return granted.length > 0 ? [[role.Properties.RoleName, granted]] : [];
    }),
  );
  const bucket = 'arn:aws:s3:::financial-services-live-lists-123456789012';
  const reading = [permission('s3:GetObject', `${bucket}/*`), permission('s3:ListBucket', bucket)];
  assert.deepEqual(using, [
    ['financial-services-live-verifications-attest-role', reading],
    ['financial-services-live-decide-verification-role', reading],
    [
      'financial-services-live-fetch-lists-role',
      [...reading, permission('s3:PutObject', `${bucket}/*`)],
    ],
    ['financial-services-live-monitor-screenings-role', reading],
  ]);
  const jobs = changed.filter(({ name }) => name === 'events').flatMap(idsIn);
  assert.equal(jobs.filter((id) => id === 'fetch-lists').length, 1);
});

test('only who screens reads the API key of a yente', async () => {
  const roles = (await synthesisedChanged()).flatMap((stack) => ofType(stack, 'AWS::IAM::Role'));
  const reading = roles.filter(([, role]) =>
    permissionsOf(role).some((line) => line.includes(yenteSettings.tokenSecret)),
  );
  assert.deepEqual(
    reading.map(([, { Properties }]) => Properties.RoleName).sort(),
    ['decide-verification', 'monitor-screenings', 'verifications-attest'].map(
      (id) => `financial-services-sandbox-${id}-role`,
    ),
  );
});
