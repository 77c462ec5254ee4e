import type { EvidencePage } from './rows.ts';

/** STRIDE for each entrance. */
export const threats: EvidencePage = {
  file: 'threat-model.md',
  title: 'Threat model',
  introduction:
    'The service has seven entrances. Each row names an entrance with a threat by STRIDE: spoofing, tampering, repudiation, ' +
    'information disclosure, denial of service, elevation of privilege.',
  columns: ['entrance: threat', 'answer'],
  rows: [
    {
      of: 'public API: spoofing',
      claim: 'A key that is unknown, revoked or expired opens no route.',
      code: 'functions/tenants/api-keys',
      tests: [
        'test/stories/accounts/keys-refused.test.ts › a key that opens nothing is denied every route, which is no error of the function and rings no alarm',
      ],
      alarms: ['authorizer-errors'],
    },
    {
      of: 'public API: tampering',
      claim: 'A cursor works for its business, route and filter only.',
      code: 'functions/core/http/cursor.ts',
      tests: [
        'test/unit/core/http/cursor.test.ts › a cursor of another business, route, path or filter is rejected',
      ],
    },
    {
      of: 'public API: repudiation',
      claim:
        'Each request is in the log of requests, and each change has an event with its request.',
      code: 'functions/app/jobs/record-requests.ts',
      tests: [
        'test/unit/delivery/events/event-store.test.ts › an event is found by its tenant, its customer and its resource, and lives 400 days',
      ],
      settings: ['logRetentionDays'],
      alarms: ['record-requests-errors'],
    },
    {
      of: 'public API: information disclosure',
      claim: 'A foreign document is not found.',
      code: 'functions/identity/documents',
      tests: [
        'test/world/identity/documents/download.test.ts › another business’s document is not found, nor is it reachable with a key',
      ],
    },
    {
      of: 'public API: denial of service',
      claim: 'Each business has a limit below the throttle of the stage.',
      code: 'lib/usage-plans.ts',
      tests: [
        'test/infra/gateway.test.ts › bounds a business below what all share, and what is public to a tenth',
      ],
      settings: ['limits', 'throttle', 'webAcl', 'authorizerConcurrency'],
      alarms: ['functions-throttled'],
    },
    {
      of: 'public API: elevation of privilege',
      claim:
        'A restricted key and a role see only the parts of a response that their scopes include.',
      code: 'functions/core/access.ts',
      tests: [
        'test/stories/dashboard/restricted-keys.test.ts › a key and a person see only the parts of a response that their scopes and role include',
      ],
    },
    {
      of: 'dashboard: spoofing',
      claim:
        'A token of the other environment or a key opens nothing. A second factor is required in live.',
      code: 'lib/sign-in-stack.ts',
      tests: [
        'test/stories/dashboard/doors.test.ts › a token is good in the environment that it is for, and in no other',
        'test/stories/dashboard/doors.test.ts › a key opens no door of the dashboard, and a token none of the public API',
      ],
      settings: ['secondFactor'],
      alarms: ['dashboard-authorizer-errors'],
    },
    {
      of: 'dashboard: information disclosure',
      claim: 'A person sees one business. Tokens are not logged.',
      code: 'functions/tenants/operators',
      tests: [
        'test/stories/dashboard/doors.test.ts › of another business nothing is seen, whatever is asked',
        'test/stories/dashboard/doors.test.ts › no token stands in what is logged, whether it is let in or turned away',
      ],
    },
    {
      of: 'onboarding link: information disclosure',
      claim: 'A link shows nothing of another business.',
      code: 'functions/identity/onboarding',
      tests: [
        'test/stories/onboarding/business.test.ts › no person of another business, by no call',
      ],
    },
    {
      of: 'uploads: tampering',
      claim: 'A file of another type than announced is rejected.',
      code: 'functions/identity/documents',
      tests: [
        'test/unit/identity/documents/document-inspection.test.ts › a file of another type than announced is a mismatch',
      ],
    },
    {
      of: 'uploads: denial of service',
      claim: 'The inspection of a hostile file costs no more than its length.',
      code: 'functions/identity/documents',
      tests: [
        'test/unit/identity/documents/document-inspection.test.ts › costs no more than its length when it is hostile',
      ],
    },
    {
      of: 'uploads: malware',
      claim: 'Files are not scanned for malware: not covered. Only people and providers open them.',
    },
    {
      of: 'issuer’s events: spoofing',
      claim: 'An event without a valid signature is rejected.',
      code: 'functions/issuing/issuers',
      tests: [
        'test/unit/issuing/issuers/issuer-notices.test.ts › not by another secret, of other bytes, without a signature, or without a secret to compare with',
      ],
    },
    {
      of: 'webhooks: server-side request forgery',
      claim: 'An address inside the network is rejected.',
      code: 'functions/delivery/webhooks',
      tests: [
        'test/faults/hostile-addresses.test.ts › a name that leads to an address inside is rejected, alone or mixed with public ones',
      ],
      settings: ['webhookTargets'],
    },
    {
      of: 'webhooks: tampering',
      claim: 'Receivers verify a signature with a timestamp.',
      code: 'functions/delivery/deliveries',
      tests: [
        'test/faults/signed-deliveries.test.ts › a tampered body, another id, an old or future timestamp and a wrong secret are rejected',
      ],
    },
    {
      of: 'webhooks: denial of service',
      claim: 'An endpoint that never ends its answer is cut off.',
      code: 'functions/delivery/deliveries',
      tests: [
        'test/faults/hostile-receivers.test.ts › of a body of 256 MB 16 KB are read, 4 KB kept, and the rest is never taken',
      ],
      alarms: ['deliver-waiting'],
    },
    {
      of: 'functions: elevation of privilege',
      claim: 'A function reaches what its role allows and nothing else.',
      code: 'lib/grants.ts',
      tests: [
        'test/world/begins.test.ts › a function reaches nothing that its role does not allow',
        'test/infra/grants.test.ts › nothing but roles grants anything',
      ],
    },
    {
      of: 'operators: repudiation',
      claim: 'CloudTrail records changes of the account and access to documents.',
      code: 'lib/trail-stack.ts',
      tests: [
        'test/infra/ending-keys.test.ts › the trail of live records what EventBridge needs for it',
      ],
      settings: ['trailDays'],
      alarms: ['keys-ending'],
    },
    {
      of: 'releases: tampering',
      claim: 'A bundle that was changed is built again before it ships.',
      code: 'lib/function-bundles.ts',
      tests: [
        'test/infra/bundles.test.ts › a bundle that was tampered with is built again, and other files in its folder do not ship',
      ],
    },
    {
      of: 'AWS, Stripe, Onfido: compromise',
      claim: 'Not covered here: their own attestations answer it.',
    },
  ],
  after: '',
};
