import type { EvidencePage } from './rows.ts';

/** Requirements of frameworks, with what answers them. */
export const controls: EvidencePage = {
  file: 'controls.md',
  title: 'Controls',
  introduction:
    'SOC 2 (CC), ISO 27001:2022 Annex A (A), DORA and GDPR by their articles. The rows cover the service alone. Policies, people, ' +
    'suppliers and offices are yours.',
  columns: ['requirement', 'answer'],
  rows: [
    {
      of: 'CC6.1, A 8.3, GDPR 32: access control',
      claim: 'Keys have scopes and people have roles, which limit each route.',
      code: 'functions/core/access.ts',
      tests: [
        'test/stories/dashboard/restricted-keys.test.ts › a key and a person see only the parts of a response that their scopes and role include',
      ],
    },
    {
      of: 'CC6.1, A 8.5: authentication',
      claim: 'People of live need a second factor.',
      code: 'lib/sign-in-stack.ts',
      tests: [
        'test/infra/settings.test.ts › stop a synthesis for deployment that only a laptop may have',
      ],
      settings: ['secondFactor'],
    },
    {
      of: 'CC6.3, A 8.2: least privilege',
      claim: 'Each function has one role with what its declaration names.',
      code: 'lib/grants.ts',
      tests: [
        'test/world/begins.test.ts › a function reaches nothing that its role does not allow',
      ],
    },
    {
      of: 'CC6.3, A 8.18: privileged deployment',
      claim:
        'The policies of a deployment are limited to the names of its environment. Not tried on AWS.',
      code: 'lib/deploying-policy.ts#executionPolicies',
      tests: [
        'test/infra/deploying-policy.test.ts › no action of a deployment reaches roles or data of other products',
      ],
    },
    {
      of: 'CC6.7, A 8.24, GDPR 32: encryption',
      claim: 'Tax ids, secrets and headers are encrypted with keys of one purpose each.',
      code: 'functions/core/aws',
      tests: [
        'test/unit/identity/customers/tax-id-cipher.test.ts › a tax id is encrypted as it was sent, for its tenant and customer, and its last four are kept',
        'test/faults/hostile-connections.test.ts › TLS 1.1 is not spoken',
      ],
      alarms: ['keys-ending'],
    },
    {
      of: 'CC7.1, A 8.8: vulnerabilities of the configuration',
      claim: 'cdk-nag, cfn-lint and checkov run over every template.',
      code: 'lib/app.ts',
      tests: [
        'test/infra/checks.test.ts › a synthesis for deployment passes every check of both packs, and CloudFormation’s own',
      ],
    },
    {
      of: 'CC7.2, A 8.15, DORA 10: logging and detection',
      claim: 'Log groups keep their lines for a stated time. Every alarm reaches one topic.',
      code: 'lib/constructs/alarm.ts',
      tests: [
        'test/infra/stacks.test.ts › keeps the lines of every log group for a stated time',
        'test/infra/stacks.test.ts › rings one topic with every alarm, each of another name, and none is silent',
      ],
      settings: ['logRetentionDays', 'alarmSubscribers', 'trailDays'],
    },
    {
      of: 'CC7.3, CC7.4, A 5.26, DORA 17: incidents',
      claim:
        'The runbook has a step for each alarm. Reporting to an authority is yours: not covered.',
      code: 'RUNBOOK.md',
      tests: ['test/infra/alarms.test.ts › the runbook knows each alarm, and no other'],
    },
    {
      of: 'CC8.1, A 8.32: changes',
      claim: 'A release reaches a tenth of the calls first, and an alarm returns it.',
      code: 'lib/deployments-stack.ts',
      tests: [
        'test/infra/canary.test.ts › name alarms that there are, of which one watches the errors of the function',
      ],
      settings: ['canary'],
    },
    {
      of: 'A1.2, A 8.13, DORA 12: backup and restore',
      claim: 'Tables are restored to a second. The rehearsal is a test on a laptop, not on AWS.',
      code: 'bin/ops/restore.ts',
      tests: [
        'test/stories/service/restore.test.ts › what the tables were at a second comes back whole, and the service goes on from there',
      ],
      settings: ['backup'],
      alarms: ['backups-failed'],
    },
    {
      of: 'A1.2, DORA 11: continuity',
      claim:
        'Lost messages are sent again by a sweeper. A fail-over to another region is by hand and loses up to a day.',
      code: 'functions/app/jobs/sweep.ts#sweepAll',
      tests: [
        'test/unit/app/jobs/sweep.test.ts › because its fan-out never ends is dead-lettered after seven hours, where an operator finds it',
      ],
      alarms: ['sweep-scheduled-work-stopped', 'sweep-scheduled-work-behind'],
    },
    {
      of: 'DORA 24 to 27: resilience tests by testers',
      claim: 'Not covered: fault injection runs here, threat-led tests do not.',
    },
    {
      of: 'DORA 28 to 30: third parties',
      claim: 'Sub-processors by setting have their own page. Contracts are yours.',
    },
    {
      of: 'PI1.4, A 8.26: processing integrity',
      claim: 'A repeated POST with its key has one effect.',
      code: 'functions/core/http/idempotency.ts',
      tests: [
        'test/unit/core/http/idempotency.test.ts › replays as long as the record lives, to its last second',
      ],
    },
    {
      of: 'C1.2, GDPR 17: erasure',
      claim: 'A redaction empties every table, the bucket and the index.',
      code: 'functions/app/redactions/model.ts',
      tests: [
        'test/world/identity/customers/redaction.test.ts › what is known of a closed customer is nowhere once it is redacted',
      ],
    },
    {
      of: 'GDPR 5(1)(e): storage limitation',
      claim: 'Events, deliveries, documents and declined authorizations have a period.',
      code: 'lib/aws-settings.ts',
      tests: [
        'test/unit/delivery/events/event-store.test.ts › an event is found by its tenant, its customer and its resource, and lives 400 days',
      ],
      settings: ['retention'],
    },
    {
      of: 'GDPR 25: data protection by design',
      claim: 'No log line has a word that a caller wrote.',
      code: 'functions/core/logging.ts',
      tests: [
        'test/stories/personal-data/markers.test.ts › no line that any function printed holds what a caller wrote, or a secret',
      ],
    },
    {
      of: 'GDPR 15, 20: access and portability',
      claim: 'The API returns each resource of a customer. One export of all of them: not covered.',
    },
    {
      of: 'GDPR 6, 13, 28, 35, 44',
      claim:
        'Legal basis, notices, contracts, impact assessment and transfers: **a lawyer decides.**',
    },
  ],
  after: '',
};
