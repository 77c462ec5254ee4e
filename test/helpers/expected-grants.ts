import { type Needs, powerActions } from '../../functions/contract/route.ts';
import { relayEvents } from '../../functions/contract/workers.ts';
import { consumers } from './event-workers.ts';
import { type Resource, type SynthesisedStack, signIn } from './synthesised.ts';
import { permission } from './template-functions.ts';

const beside = [
  'taxIds',
  'webhookSecrets',
  'fingerprint',
  'issuerKey',
  'issuerApiKey',
  'issuerSigningSecret',
  'cursorKey',
  'bus',
  'deliverQueue',
  'documentsQueue',
  'identityQueue',
  'cardsQueue',
  'redactionsQueue',
  'documents',
  'operators',
  'usagePlans',
  'settings',
];

const entries = (needs: Needs): [string, readonly (keyof typeof powerActions)[]][] =>
  Object.entries(needs).filter(([place]) => !beside.includes(place)) as [
    string,
    readonly (keyof typeof powerActions)[],
  ][];

/** Variables by what a function needs besides tables, written out once more. */
export const variablesFor = (stack: SynthesisedStack, needs: Needs): Record<string, unknown> => {
  const { environment } = stack;
  const tables = entries(needs).map(([place]) => place.replace(/\/.*/, ''));
  const placed = tables.map((table) => [`${table.toUpperCase()}_TABLE`, `financial-services-${environment}-${table}`]);
  const joined = (...parts: string[]) => ({
    'Fn::Join': ['', parts.map((part) => (part === account ? { Ref: 'AWS::AccountId' } : part))],
  });
  const queue = (name: string) =>
    joined('https://sqs.eu-west-1.amazonaws.com/', account, `/financial-services-${environment}-${name}`);
  const bucket = `financial-services-${environment}-documents-`;
  return {
    ...Object.fromEntries(placed),
    ...(needs.taxIds && { TAX_ID_KEY_ID: `alias/financial-services-${environment}-tax-ids` }),
    ...(needs.webhookSecrets && { WEBHOOK_KEY_ID: `alias/financial-services-${environment}-webhooks` }),
    ...(needs.fingerprint && { FINGERPRINT_KEY_ID: `alias/financial-services-${environment}-fingerprints` }),
    ...(needs.issuerKey && { ISSUER_KEY_ID: `alias/financial-services-${environment}-issuer` }),
    ...(needs.cursorKey && { CURSOR_KEY_ID: `alias/financial-services-${environment}-cursors` }),
    ...(needs.bus && { EVENT_BUS_NAME: `financial-services-${environment}` }),
    ...(needs.deliverQueue && { DELIVER_QUEUE_URL: queue('deliver') }),
    ...(needs.documentsQueue && { DOCUMENTS_QUEUE_URL: queue('documents') }),
    ...(needs.identityQueue && { IDENTITY_QUEUE_URL: queue('identity') }),
    ...(needs.cardsQueue && { CARDS_QUEUE_URL: queue('cards') }),
    ...(needs.redactionsQueue && { REDACTIONS_QUEUE_URL: queue('redactions') }),
    ...(needs.documents && {
      DOCUMENT_BUCKET: joined(bucket, account),
      DOCUMENT_BUCKET_URL: joined(`https://${bucket}`, account, '.s3.eu-west-1.amazonaws.com'),
    }),
    ...(needs.operators && { USER_POOL_ID: { Ref: signIn('pool-id').slice(1, -1) } }),
    ...(needs.usagePlans && {
      USAGE_PLAN_STANDARD: { Ref: 'UsagePlanstandard' },
      USAGE_PLAN_ELEVATED: { Ref: 'UsagePlanelevated' },
    }),
    ...(needs.settings?.includes('limits') && { RATE_LIMITS: '{"standard":50,"elevated":100}' }),
    ...(needs.settings?.includes('waitDivisor') && { WAIT_DIVISOR: '1' }),
    ...(needs.settings?.includes('webhookTargets') && { WEBHOOK_TARGETS: 'public' }),
    ...(needs.settings?.includes('cardIssuer') && { CARD_ISSUER: 'simulator' }),
    ...(needs.settings?.includes('identityVerifier') && {
      IDENTITY_VERIFIER: environment === 'live' ? 'review' : 'simulator',
    }),
  };
};

const account = '{AWS::AccountId}';

const here = (service: string, rest: string) => `arn:aws:${service}:eu-west-1:{AWS::AccountId}:${rest}`;

/** What a function's declared needs allow it, a line each. */
export const grantsFor = ({ environment }: SynthesisedStack, needs: Needs): string[] => {
  const name = `financial-services-${environment}`;
  const powers = entries(needs).flatMap(([, granted]) => granted);
  return [
    ...entries(needs).flatMap(([place, granted]) =>
      granted.map((power) =>
        permission(powerActions[power], here('dynamodb', `table/${name}-${place.replace('/', '/index/')}`)),
      ),
    ),
    ...keyActions(powers).map((action) => onKey(environment, action, viaDynamo)),
    ...(needs.taxIds ?? []).map(() => onKey(`${environment}-tax-ids`, 'kms:Encrypt')),
    ...(needs.webhookSecrets ?? []).map((seal) =>
      onKey(`${environment}-webhooks`, seal === 'encrypt' ? 'kms:Encrypt' : 'kms:Decrypt'),
    ),
    ...(needs.fingerprint ?? []).map(() => onKey(`${environment}-fingerprints`, 'kms:GenerateMac')),
    ...(needs.issuerKey ?? []).map(() => onKey(`${environment}-issuer`, 'kms:GenerateMac')),
    ...(needs.cursorKey ?? []).map(() => onKey(`${environment}-cursors`, 'kms:GenerateMac')),
    ...(needs.bus ?? []).map(() => permission('events:PutEvents', here('events', `event-bus/${name}`))),
    ...(['deliver', 'documents', 'identity', 'cards', 'redactions'] as const).flatMap((queue) =>
      (needs[`${queue}Queue`] ?? []).map((use) =>
        permission(use === 'send' ? 'sqs:SendMessage' : 'sqs:GetQueueAttributes', here('sqs', `${name}-${queue}`)),
      ),
    ),
    ...(needs.operators ?? []).map((use) =>
      permission(peopleActions[use], here('cognito-idp', 'userpool/{/financial-services/sign-in/pool-id}')),
    ),
    ...(needs.usagePlans ?? []).flatMap((use) =>
      ['/apikeys', ...['standard', 'elevated'].map((plan) => `/usageplans/{UsagePlan${plan}}/keys`)].map((path) =>
        permission(use === 'make' ? 'apigateway:POST' : 'apigateway:GET', `arn:aws:apigateway:eu-west-1::${path}`),
      ),
    ),
    ...(needs.documents ?? []).map((use) => documentGrant(use, `arn:aws:s3:::${name}-documents-${account}`)),
    ...documentKeyActions(needs.documents ?? []).map((action) => onKey(environment, action, viaStorage)),
  ];
};

const peopleActions = {
  find: 'cognito-idp:AdminGetUser',
  invite: 'cognito-idp:AdminCreateUser',
  change: 'cognito-idp:AdminUpdateUserAttributes',
  remove: 'cognito-idp:AdminDeleteUser',
  sign_out: 'cognito-idp:AdminUserGlobalSignOut',
};

type Use = NonNullable<Needs['documents']>[number];

const documentGrant = (use: Use, bucket: string) =>
  ({
    upload: permission('s3:PutObject', `${bucket}/*`, { Null: { 's3:if-none-match': 'false' } }),
    find: permission('s3:ListBucket', bucket, { StringLike: { 's3:prefix': 'biz_*/cus_*/doc_*' } }),
    read: permission('s3:GetObject', `${bucket}/*`),
    read_version: permission('s3:GetObjectVersion', `${bucket}/*`),
    list: permission('s3:ListBucket', bucket),
    list_versions: permission('s3:ListBucketVersions', bucket, { StringLike: { 's3:prefix': 'biz_*/cus_*/' } }),
    delete_version: permission('s3:DeleteObjectVersion', `${bucket}/*`),
  })[use];

/** What S3 does with a customer-managed key in its caller's name. */
const documentKeyActions = (uses: readonly Use[]): string[] => [
  ...(uses.includes('upload') ? ['kms:GenerateDataKey'] : []),
  ...(uses.includes('read') || uses.includes('read_version') ? ['kms:Decrypt'] : []),
];

const viaStorage = { StringEquals: { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' } };
const viaDynamo = { StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' } };

const onKey = (alias: string, action: string, condition = {}) =>
  permission(action, here('kms', 'key/*'), {
    ...condition,
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': `alias/financial-services-${alias}` },
  });

/** What Lambda does with the role of a function to feed it: apart from what the function itself does. */
export const feedsOf = ({ environment }: SynthesisedStack, id: string): string[] => {
  const name = `financial-services-${environment}`;
  const received = (queue: string) =>
    ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) =>
      permission(`sqs:${action}`, here('sqs', `${name}-${queue}`)),
    );
  const consumer = consumers.find(({ worker }) => worker.id === id);
  if (consumer) return received(consumer.queue);
  if (id !== relayEvents.id) return [];
  return [
    ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) =>
      permission(`dynamodb:${action}`, `{/financial-services/${environment}/outbox-stream}`),
    ),
    permission('dynamodb:ListStreams', here('dynamodb', `table/${name}-outbox/stream/*`)),
    onKey(environment, 'kms:Decrypt', viaDynamo),
    onKey(environment, 'kms:DescribeKey', viaDynamo),
    permission('sqs:SendMessage', here('sqs', `${name}-relay-events-failed`)),
  ];
};

/** Names parameters of a stack by what they look up instead of their logical ids. */
export const byName =
  (stack: SynthesisedStack) =>
  (line: string): string =>
    line.replace(/\{(\w+)}/g, (whole, id: string) => {
      const parameter = stack.parameters[id];
      return parameter ? `{${parameter.Default}}` : whole;
    });

/** What DynamoDB does with a customer-managed key in its caller's name. */
const keyActions = (powers: readonly string[]): string[] => {
  if (powers.length === 0) return [];
  const toRead = ['kms:Decrypt', 'kms:DescribeKey'];
  if (!powers.some((power) => ['put', 'update', 'delete', 'check'].includes(power))) return toRead;
  const keys = ['kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext'];
  return [...toRead, ...keys, 'kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'];
};

/** Its own log lines, and traces. */
export const tellingOf = ({ Properties: { LogGroupName } }: Resource): string[] => [
  permission('logs:CreateLogStream', here('logs', `log-group:${LogGroupName}:*`)),
  permission('logs:PutLogEvents', here('logs', `log-group:${LogGroupName}:*`)),
  permission('xray:PutTraceSegments', '*'),
  permission('xray:PutTelemetryRecords', '*'),
];
