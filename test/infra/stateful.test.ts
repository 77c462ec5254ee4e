import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();

/** CloudFormation replaces a resource whose logical id changes: these are never renamed, only added to. */
const permanent = {
  data: {
    types: 'DynamoDB::GlobalTable KMS::Key KMS::Alias S3::Bucket SNS::Topic',
    ids: `AccessTable13A21DD9 ResourcesTable39E758A1 OutboxTable0731F305 DeliveriesTable5841210B CountersTable23DAAD26 IdempotencyTable22A5A209
      RequestsTable419243C7 IssuerTable384ECB5F Documents7E5B2978 ListsCB6DC742 Key961B73FD KeyAlias910D852D FingerprintKey750E39FE FingerprintKeyAliasD79CAE95
      CursorKey255E8F8A CursorKeyAliasDF02FF7A TaxIdKey107DD99C TaxIdKeyAlias9EBFF47B WebhookKeyFF363931
      WebhookKeyAlias4D63C570 IssuerKeyE2710D4D IssuerKeyAlias587F23D9 AlarmKeyE05DE300 Alarms04B5A0BF`,
  },
  // Queues hold messages on their way, and a new one cannot take the name of one that is still there.
  events: {
    types: 'Events::EventBus SQS::Queue',
    ids: `BusEA82B648 cardsqueueQueue17B2750A cardsqueuecardsfailedQueue022981E9
      countersqueueQueue78D091A7 countersqueuecountersfailedQueueC6589EED
      deliverqueueQueue14B6142B deliverqueuedeliverfailedQueueAEC5F759
      documentsqueueQueue9D00E0ED documentsqueuedocumentsfailedQueue61F96EA5
      eventsmissedQueueE7A92C11 identityqueueQueue00D244D2 identityqueueidentityfailedQueue72FA34B4
      webhooksqueueQueueA3040F54 webhooksqueuewebhooksfailedQueue7DCBDDE0
      redactionsqueueQueueD3149480 redactionsqueueredactionsfailedQueue693829B5`,
  },
  'sign-in': {
    types: 'Cognito::UserPool Cognito::UserPoolClient',
    ids: 'PeopleE38C8D03 PeopleSitelive2C977349 PeopleSitesandbox12B4132C',
  },
};

/** Sandbox has three keys, of which two have the aliases of others; it encrypts its alarms with the key of its data. */
const inSandbox: Readonly<Record<string, string>> = {
  CursorKey255E8F8A: '',
  WebhookKeyFF363931: '',
  IssuerKeyE2710D4D: '',
  AlarmKeyE05DE300: '',
  CursorKeyAliasDF02FF7A: 'FingerprintKeyAliasaliasfinancialservicessandboxcursorsCA96388B',
  IssuerKeyAlias587F23D9: 'FingerprintKeyAliasaliasfinancialservicessandboxissuer07115D79',
  WebhookKeyAlias4D63C570: 'TaxIdKeyAliasaliasfinancialservicessandboxwebhooks1BB19F18',
};

for (const [name, { types, ids }] of Object.entries(permanent))
  for (const stack of all.filter((one) => one.name === name))
    test(`what keeps data in ${stack.environment}/${name} keeps its logical ids`, () => {
      const found = types
        .split(' ')
        .flatMap((type) => ofType(stack, `AWS::${type}`).map(([id]) => id));
      const own = ids
        .split(/\s+/)
        .map((id) => (stack.environment === 'sandbox' ? (inSandbox[id] ?? id) : id));
      assert.deepEqual(found.sort(), own.filter((id) => id !== '').sort());
    });
