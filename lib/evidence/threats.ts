import type { EvidencePage } from './rows.ts';

/** STRIDE for each entrance. */
export const threats: EvidencePage = {
  file: 'threat-model.md',
  title: 'Threat model',
  introduction:
    'The service has seven entrances. This page has four: the public API, the dashboard, the onboarding link, and administration by ' +
    'operators and releases. [The other three](threat-model-files-and-events.md) receive or send files and events. Each row names an ' +
    'entrance with a threat by STRIDE.',
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
      of: 'dashboard: tampering',
      claim: 'A change of a person is made only to the version that was read.',
      code: 'functions/tenants/operators',
      tests: ['test/stories/dashboard/people.test.ts › are changed only as they were read'],
    },
    {
      of: 'dashboard: repudiation',
      claim:
        'An event names the person who was invited, changed or removed, and the person who did it.',
      code: 'functions/tenants/operators',
      tests: [
        'test/unit/tenants/operators/team-events.test.ts › is who came, who has another role and who went, never the address',
      ],
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
      of: 'dashboard: denial of service',
      claim: 'People of a business have a limit apart from its programs.',
      code: 'lib/usage-plans.ts',
      tests: [
        'test/infra/gateway.test.ts › bounds a business below what all share, and what is public to a tenth',
      ],
      settings: ['dashboardLimit', 'dashboardThrottle'],
    },
    {
      of: 'dashboard: elevation of privilege',
      claim: 'A route that changes something is open only to the roles that it declares.',
      code: 'functions/core/http/checks.ts',
      tests: [
        'test/unit/tenants/api-keys/roles.test.ts › a route that says nothing of who may change is open to nobody',
      ],
    },
    {
      of: 'onboarding link: spoofing',
      claim: 'A token has 256 random bits and is stored as a hash.',
      code: 'functions/identity/onboarding',
      tests: [
        'test/unit/identity/onboarding/access.test.ts › a token has 256 random bits, a checksum, and the form that starts the authorizer',
      ],
    },
    {
      of: 'onboarding link: tampering',
      claim: 'A link changes only what it asks for.',
      code: 'functions/identity/onboarding',
      tests: [
        'test/world/identity/onboarding-links/links.test.ts › what is not asked cannot be changed, nor what the business alone knows',
      ],
    },
    {
      of: 'onboarding link: repudiation',
      claim: 'Events that a link causes name the link as their actor.',
      code: 'functions/identity/onboarding',
      tests: [
        'test/world/identity/onboarding-links/onboarding.test.ts › a customer who follows what is asked is verified, and the business gets the event',
      ],
    },
    {
      of: 'onboarding link: information disclosure',
      claim: 'A link shows nothing of another business.',
      code: 'functions/identity/onboarding',
      tests: [
        'test/world/identity/onboarding-links/business.test.ts › no person of another business, by no call',
      ],
    },
    {
      of: 'onboarding link: denial of service',
      claim: 'A link has a life, a limit of documents, and the throttle of the API.',
      code: 'functions/identity/onboarding',
      tests: [
        'test/world/identity/onboarding-links/links.test.ts › a document that proves nothing of what is asked is rejected, and so are more than twenty',
        'test/world/identity/onboarding-links/links.test.ts › expired: nobody comes in',
      ],
    },
    {
      of: 'onboarding link: elevation of privilege',
      claim: 'A link opens the routes of its page and no other.',
      code: 'functions/identity/onboarding',
      tests: ['test/unit/identity/onboarding/access.test.ts › a link opens no other route'],
    },
    {
      of: 'administration: spoofing',
      claim:
        'IAM admits operators: only named services and administrators call a function directly.',
      code: 'lib/grants.ts',
      tests: [
        'test/infra/grants.test.ts › nobody may call a function directly but the clock its workers, and CloudWatch Logs the job of the request log',
      ],
    },
    {
      of: 'administration: tampering',
      claim: 'A bundle that was changed is built again before it ships.',
      code: 'lib/function-bundles.ts',
      tests: [
        'test/infra/bundles.test.ts › a bundle that was tampered with is built again, and other files in its folder do not ship',
      ],
    },
    {
      of: 'administration: repudiation',
      claim: 'CloudTrail records changes of the account and access to documents.',
      code: 'lib/trail-stack.ts',
      tests: [
        'test/infra/ending-keys.test.ts › the trail of live records what EventBridge needs for it',
      ],
      settings: ['trailDays'],
      alarms: ['keys-ending'],
    },
    {
      of: 'administration: information disclosure',
      claim: 'No function reads the API keys of the account.',
      code: 'lib/grants.ts',
      tests: [
        'test/infra/grants.test.ts › no function reads the API keys of the account, of which each has a value',
      ],
    },
    {
      of: 'administration: denial of service',
      claim: 'The authorizer and the sweeper have reserved executions in live.',
      code: 'lib/preflight.ts',
      tests: [
        'test/infra/first-deployment.test.ts › counts each execution that live reserves, of the functions that it asks Lambda for',
      ],
      settings: ['authorizerConcurrency', 'reserveSweeper'],
    },
    {
      of: 'administration: elevation of privilege',
      claim: 'A function reaches what its role allows and nothing else.',
      code: 'lib/grants.ts',
      tests: [
        'test/world/begins.test.ts › a function reaches nothing that its role does not allow',
        'test/infra/grants.test.ts › nothing but roles grants anything',
      ],
    },
    {
      of: 'AWS, Stripe, Onfido: compromise',
      claim: 'Not covered here: their own attestations answer it.',
    },
  ],
  after: '',
};
