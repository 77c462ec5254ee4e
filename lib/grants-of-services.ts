import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ArnFormat, type Stack } from 'aws-cdk-lib/core';
import type { Permissions, TableOrIndex } from '../functions/core/route.ts';
import { plans } from '../functions/tenants/accounts/usage-plans.ts';
import type { QueueName } from './aws-settings.ts';
import { documentGrant, documentUses } from './document-grants.ts';
import {
  busName,
  documentBucket,
  type Environment,
  type KeyPurpose,
  keyAlias,
  listBucket,
  queueName,
} from './environments.ts';
import { keyStatement } from './key-grants.ts';
import { listGrant, listUses } from './list-grants.ts';
import { arn } from './service-stack.ts';
import { userPoolOf } from './sign-in.ts';
import { usagePlanId } from './usage-plans.ts';

/** The names in `Permissions` that are neither tables nor settings. */
export type ServiceName = Exclude<keyof Permissions, TableOrIndex | 'settings'>;

/** One of them, by what it may be used for. */
export type ServiceGrant<Use extends string> = {
  /** The name in IAM of each use of it. */
  readonly actions: Readonly<Record<Use, string>>;
  /** The variables by which a function finds it, and what they say; undefined: nothing in this environment. */
  readonly variables: Readonly<
    Record<string, (stack: Stack, environment: Environment) => string | undefined>
  >;
  grant(stack: Stack, environment: Environment, uses: readonly Use[]): readonly PolicyStatement[];
};

/** A grant whose every use is one action on one resource. */
const plainGrant = <Use extends string>(
  actions: Readonly<Record<Use, string>>,
  variables: ServiceGrant<Use>['variables'],
  statement: (
    stack: Stack,
    environment: Environment,
    actions: readonly string[],
  ) => PolicyStatement,
): ServiceGrant<Use> => ({
  actions,
  variables,
  grant: (stack, environment, uses) => [
    statement(
      stack,
      environment,
      uses.map((use) => actions[use]),
    ),
  ],
});

const queueGrant = (queue: QueueName, variable: string): ServiceGrant<'send'> =>
  plainGrant(
    { send: 'sqs:SendMessage' },
    {
      [variable]: (stack, { name, region }) =>
        `https://sqs.${region}.amazonaws.com/${stack.account}/${queueName(name, queue)}`,
    },
    (stack, { name }, actions) => statement(actions, arn(stack, 'sqs', queueName(name, queue))),
  );

/** A key of one purpose: who has it has nothing else by it. */
const keyGrant = <Use extends string>(
  actions: Readonly<Record<Use, string>>,
  variable: string,
  purpose: KeyPurpose,
): ServiceGrant<Use> =>
  plainGrant(
    actions,
    { [variable]: (_, { name }) => keyAlias(name, purpose) },
    (stack, { name }, asked) => keyStatement(stack, keyAlias(name, purpose), asked),
  );

/**
 * A grant that only some environments have: in another, functions that need it get no grant and no
 * variable.
 */
const onlyWhere = <Use extends string>(
  holds: (environment: Environment) => boolean,
  grant: ServiceGrant<Use>,
): ServiceGrant<Use> => ({
  actions: grant.actions,
  variables: Object.fromEntries(
    Object.entries(grant.variables).map(([name, says]) => [
      name,
      (stack: Stack, environment: Environment) =>
        holds(environment) ? says(stack, environment) : undefined,
    ]),
  ),
  grant: (stack, environment, uses) =>
    holds(environment) ? grant.grant(stack, environment, uses) : [],
});

const onlyWith = <Use extends string>(
  issuer: Environment['cardIssuer'],
  grant: ServiceGrant<Use>,
): ServiceGrant<Use> => onlyWhere(({ cardIssuer }) => cardIssuer === issuer, grant);

/** A secret by the name that an operator gave it; Secrets Manager adds a dash and six random characters. */
const secretGrant = (
  nameIn: (environment: Environment) => string | undefined,
  variables: ServiceGrant<'read'>['variables'],
): ServiceGrant<'read'> =>
  plainGrant({ read: 'secretsmanager:GetSecretValue' }, variables, (stack, environment, actions) =>
    statement(actions, arn(stack, 'secretsmanager', 'secret', `${nameIn(environment)}-??????`)),
  );

/** Whether the identity verifier looks at documents: with others nobody but a reviewer reads their bytes. */
const readsDocuments = ({ identityVerifier }: Environment): boolean =>
  identityVerifier === 'aws' || identityVerifier === 'onfido';

/** API Gateway's control plane is granted by method and path. */
const planActions = { make: 'apigateway:POST', find: 'apigateway:GET' } as const;

/** The names in IAM of deliveries to other accounts. */
const destinationActions = { put: 'events:PutEvents', send: 'sqs:SendMessage' } as const;

const anywhere = { region: '*', account: '*' };
const destinationResources = {
  put: { service: 'events', resource: 'event-bus', resourceName: '*' },
  send: { service: 'sqs', resource: '*', arnFormat: ArnFormat.NO_RESOURCE_NAME },
} as const;

type UsesOf<Name extends ServiceName> = NonNullable<Permissions[Name]>[number];

/** The services that a function may use besides tables. Stacks know each other by physical names, so no address is a reference. */
export const serviceGrants: { readonly [Name in ServiceName]: ServiceGrant<UsesOf<Name>> } = {
  taxIds: keyGrant({ encrypt: 'kms:Encrypt' }, 'TAX_ID_KEY_ID', 'tax-ids'),
  webhookSecrets: keyGrant(
    { encrypt: 'kms:Encrypt', decrypt: 'kms:Decrypt' },
    'WEBHOOK_KEY_ID',
    'webhooks',
  ),
  fingerprint: keyGrant({ mac: 'kms:GenerateMac' }, 'FINGERPRINT_KEY_ID', 'fingerprints'),
  issuerKey: onlyWith('simulator', keyGrant({ mac: 'kms:GenerateMac' }, 'ISSUER_KEY_ID', 'issuer')),
  issuerApiKey: onlyWith(
    'stripe',
    secretGrant(({ stripe }) => stripe?.apiKeySecret, {
      STRIPE_API_KEY_SECRET: (_, { stripe }) => stripe?.apiKeySecret,
      STRIPE_API_BASE: (_, { stripe }) => stripe?.apiBase,
    }),
  ),
  issuerSigningSecret: onlyWith(
    'stripe',
    secretGrant(({ stripe }) => stripe?.signingSecret, {
      STRIPE_SIGNING_SECRET: (_, { stripe }) => stripe?.signingSecret,
    }),
  ),
  // Also where another verifies by now: a redaction removes who is still known there.
  verifierToken: onlyWhere(
    ({ onfido }) => onfido !== undefined,
    secretGrant(({ onfido }) => onfido?.tokenSecret, {
      ONFIDO_API_TOKEN_SECRET: (_, { onfido }) => onfido?.tokenSecret,
      ONFIDO_REGION: (_, { onfido }) => onfido?.region,
      ONFIDO_API_BASE: (_, { onfido }) => onfido?.apiBase,
      ONFIDO_WATCHLIST: (_, { onfido }) => onfido?.watchlist,
    }),
  ),
  verifierWebhookSecret: onlyWhere(
    ({ identityVerifier }) => identityVerifier === 'onfido',
    secretGrant(({ onfido }) => onfido?.webhookSecret, {
      ONFIDO_WEBHOOK_SECRET: (_, { onfido }) => onfido?.webhookSecret,
    }),
  ),
  lists: onlyWhere(({ screening }) => screening === 'lists', {
    actions: listUses,
    variables: { LIST_BUCKET: (stack, environment) => listBucket(environment, stack.account) },
    grant: listGrant,
  }),
  // Its name is in SCREENING.
  screenerToken: onlyWhere(
    ({ screening, yente }) => screening === 'yente' && yente?.tokenSecret !== undefined,
    secretGrant(({ yente }) => yente?.tokenSecret, {}),
  ),
  cursorKey: keyGrant({ mac: 'kms:GenerateMac' }, 'CURSOR_KEY_ID', 'cursors'),
  bus: plainGrant(
    { put: 'events:PutEvents' },
    { EVENT_BUS_NAME: (_, { name }) => busName(name) },
    (stack, { name }, actions) =>
      statement(actions, arn(stack, 'events', 'event-bus', busName(name))),
  ),
  destinations: {
    actions: destinationActions,
    variables: {},
    grant: (stack, _, uses) =>
      uses.map(
        (use) =>
          new PolicyStatement({
            actions: [destinationActions[use]],
            resources: [stack.formatArn({ ...anywhere, ...destinationResources[use] })],
            // Nobody may have deliveries sent to a bus or queue of this service.
            conditions: { StringNotEquals: { 'aws:ResourceAccount': stack.account } },
          }),
      ),
  },
  deliverQueue: queueGrant('deliver', 'DELIVER_QUEUE_URL'),
  documentsQueue: queueGrant('documents', 'DOCUMENTS_QUEUE_URL'),
  identityQueue: queueGrant('identity', 'IDENTITY_QUEUE_URL'),
  cardsQueue: queueGrant('cards', 'CARDS_QUEUE_URL'),
  redactionsQueue: queueGrant('redactions', 'REDACTIONS_QUEUE_URL'),
  countersQueue: queueGrant('counters', 'COUNTERS_QUEUE_URL'),
  usagePlans: {
    actions: planActions,
    variables: Object.fromEntries(
      plans.map((plan) => [`USAGE_PLAN_${plan.toUpperCase()}`, () => usagePlanId(plan)]),
    ),
    grant: (stack, _, uses) => {
      const keysOfPlans = plans.map((plan) => `/usageplans/${usagePlanId(plan)}/keys`);
      // A function that may read `/apikeys` reads the keys of every API of the account, with their
      // values.
      const resources = { make: ['/apikeys', ...keysOfPlans], find: keysOfPlans };
      return uses.map(
        (use) =>
          new PolicyStatement({
            actions: [planActions[use]],
            resources: resources[use].map((resource) =>
              stack.formatArn({
                service: 'apigateway',
                account: '',
                resource,
                arnFormat: ArnFormat.NO_RESOURCE_NAME,
              }),
            ),
          }),
      );
    },
  },
  documents: {
    actions: documentUses,
    variables: {
      DOCUMENT_BUCKET: (stack, environment) => documentBucket(environment, stack.account),
      // A function that only signs takes the address, since the client that would make it of the name weighs 110 KB.
      DOCUMENT_BUCKET_URL: (stack, environment) =>
        `https://${documentBucket(environment, stack.account)}.s3.${environment.region}.amazonaws.com`,
    },
    grant: documentGrant,
  },
  submittedDocuments: onlyWhere<'read_version'>(readsDocuments, {
    actions: { read_version: documentUses.read_version },
    variables: {
      DOCUMENT_BUCKET: (stack, environment) => documentBucket(environment, stack.account),
    },
    grant: documentGrant,
  }),
  // Neither service has resources of these actions that a grant could name.
  pictures: onlyWhere(
    ({ identityVerifier }) => identityVerifier === 'aws',
    plainGrant(
      { read_text: 'textract:DetectDocumentText', compare_faces: 'rekognition:CompareFaces' },
      {},
      (_stack, _environment, actions) => statement(actions, '*'),
    ),
  ),
  operators: plainGrant(
    {
      find: 'cognito-idp:AdminGetUser',
      invite: 'cognito-idp:AdminCreateUser',
      change: 'cognito-idp:AdminUpdateUserAttributes',
      remove: 'cognito-idp:AdminDeleteUser',
      sign_out: 'cognito-idp:AdminUserGlobalSignOut',
    },
    { USER_POOL_ID: userPoolOf },
    (stack, environment, actions) =>
      statement(actions, arn(stack, 'cognito-idp', 'userpool', userPoolOf(stack, environment))),
  ),
};

const statement = (actions: readonly string[], resource: string): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [resource] });
