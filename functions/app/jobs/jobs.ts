import type { Permissions } from '../../core/route.ts';
import type { Worker } from './worker.ts';

/** Authorizes requests with `Api-Key` for API Gateway: finds the hashed key, returns its usage key, and stores the day of its use. */
export const authorizeRequest = {
  id: 'authorize-request',
  summary: 'Authorizes requests by their Api-Key',
  permissions: { access: ['get', 'update'], settings: ['limits'] },
  timeout_seconds: 5,
  memory_mb: 1024,
} as const satisfies Worker;

/** Checks the id token of a person in the dashboard for API Gateway. */
export const authorizeOperator = {
  id: 'authorize-operator',
  summary: 'Authorizes requests of people in the dashboard by their id token',
  permissions: { resources: ['get'] },
  timeout_seconds: 8,
  memory_mb: 1024,
} as const satisfies Worker;

/** The permissions that authorize-operator also uses in live, where the teams are. */
export const recordingSignIns = { resources: ['get', 'update'] } as const satisfies Permissions;

/** Registers businesses, rotates their keys, suspends and limits them, for `npm run ops -- business`. */
export const administerBusiness = {
  id: 'administer-business',
  summary:
    'Registers a business, rotates and revokes its keys, suspends, reactivates and limits it',
  permissions: {
    access: ['put', 'update'],
    resources: ['get', 'put', 'update'],
    outbox: ['put'],
    usagePlans: ['make', 'find'],
  },
  timeout_seconds: 10,
  memory_mb: 1024,
} as const satisfies Worker;

/**
 * The permissions that administer-business also uses in live, where the user pool of the dashboard
 * is.
 */
export const invitingOwners = { operators: ['find', 'invite'] } as const satisfies Permissions;

/** Puts the ids of new events on the bus; fed by the outbox's stream. */
export const relayEvents = {
  id: 'relay-events',
  summary: 'Puts the ids of new events on the bus',
  permissions: { bus: ['put'] },
  timeout_seconds: 30,
  memory_mb: 512,
} as const satisfies Worker;

/** Counts what changed by the hour in which it was created; fed by the streams of resources and deliveries. */
export const countChanges = {
  id: 'count-changes',
  summary:
    'Counts authorizations, deliveries, customers and verifications by the hour for the figures of the dashboard',
  permissions: { counters: ['update'], resources: ['put'] },
  timeout_seconds: 60,
  memory_mb: 512,
} as const satisfies Worker;

/** Compares the counters of each business with what they count, and counts what was stored before changes were counted. */
export const compareCounters = {
  id: 'compare-counters',
  summary:
    'Compares the figures of each business with what they count once a day, and repairs them',
  permissions: {
    counters: ['batch', 'query', 'put'],
    resources: ['get', 'batch', 'query', 'put'],
    deliveries: ['batch'],
    'deliveries/by_tenant': ['query'],
  },
  timeout_seconds: 300,
  memory_mb: 512,
} as const satisfies Worker;

/** Creates one delivery for each webhook that an event concerns, and notifies `deliver-webhook`. */
export const fanOutEvent = {
  id: 'fan-out-event',
  summary: 'Creates the deliveries of an event',
  permissions: {
    outbox: ['batch', 'update'],
    resources: ['get', 'query'],
    deliveries: ['put'],
    deliverQueue: ['send'],
  },
  timeout_seconds: 30,
  memory_mb: 512,
} as const satisfies Worker;

/** Sends webhooks and records the health of their endpoints. It calls tenants' hosts, buses and queues; what asks authorization endpoints calls hosts too. */
export const deliverWebhook = {
  id: 'deliver-webhook',
  summary: 'Sends scheduled deliveries to their webhooks and records the attempts',
  permissions: {
    deliveries: ['get', 'batch', 'put', 'check'],
    'deliveries/by_status': ['query'],
    'deliveries/paused': ['query'],
    resources: ['get', 'batch', 'query', 'put', 'delete', 'check'],
    outbox: ['batch', 'put'],
    'outbox/by_tenant': ['query'],
    deliverQueue: ['send'],
    webhookSecrets: ['decrypt'],
    destinations: ['put', 'send'],
    settings: ['webhookTargets', 'deliveryRole'],
  },
  timeout_seconds: 30,
  memory_mb: 512,
} as const satisfies Worker;

/** Inspects the bytes of uploaded documents, expires those whose upload is overdue, and follows dates of expiry. */
export const inspectDocument = {
  id: 'inspect-document',
  summary:
    'Inspects uploaded documents, and expires those whose upload is overdue or whose last day is over',
  permissions: {
    resources: ['get', 'batch', 'put', 'check'],
    'resources/by_parent': ['query'],
    outbox: ['put'],
    documents: ['read', 'read_version', 'list'],
    settings: ['reverifyAfterExpiry'],
  },
  timeout_seconds: 30,
  // Ten files of 15 MB at once.
  memory_mb: 1024,
} as const satisfies Worker;

/** Has submitted identities decided by the identity verifier; the only function that reads the bytes of documents for one. */
export const decideVerification = {
  id: 'decide-verification',
  summary: 'Decides submitted verifications, or leaves them to a reviewer',
  permissions: {
    resources: ['get', 'batch', 'put', 'delete', 'check'],
    'resources/by_parent': ['query'],
    outbox: ['put'],
    submittedDocuments: ['read_version'],
    pictures: ['read_text', 'compare_faces'],
    verifierToken: ['read'],
    lists: ['read', 'list'],
    screenerToken: ['read'],
    settings: ['identityVerifier', 'screening'],
  },
  // Files of 10 MB are passed to a verifier; what is interrupted goes on when the sweep finds it. Lists of 60 000 names take 210 MB
  // and, once in a process, 2 seconds of a whole processor, of which this memory has six tenths.
  timeout_seconds: 60,
  memory_mb: 1024,
} as const satisfies Worker;

/** Reconciles cards with their customers and with their issuer, renews them before they expire, and voids abandoned orders. */
export const reconcileCards = {
  id: 'reconcile-cards',
  summary:
    'Blocks, unblocks and closes cards with their customers, updates them at their issuer, renews them, and voids abandoned orders',
  permissions: {
    resources: ['get', 'batch', 'put', 'update', 'delete', 'check'],
    'resources/by_parent': ['query'],
    outbox: ['get', 'put'],
    issuer: ['put', 'update'],
    issuerKey: ['mac'],
    issuerApiKey: ['read'],
    settings: ['cardIssuer', 'cardRenewalDays'],
  },
  // A customer may have thousands of cards, and an interrupted job continues only with the next sweep.
  timeout_seconds: 60,
  memory_mb: 512,
} as const satisfies Worker;

/** Erases the personal data of closed customers wherever it is stored. */
export const redactPersonalData = {
  id: 'redact-personal-data',
  summary: 'Erases the personal data of closed customers',
  permissions: {
    resources: ['get', 'batch', 'query', 'put', 'update', 'delete'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
    outbox: ['batch', 'put', 'update'],
    'outbox/by_customer': ['query'],
    'outbox/by_resource': ['query'],
    deliveries: ['get', 'batch', 'query', 'put'],
    'deliveries/by_event': ['query'],
    idempotency: ['query', 'delete'],
    issuer: ['update'],
    documents: ['list_versions', 'delete_version'],
    verifierToken: ['read'],
  },
  // A customer may have thousands of events, and an interrupted job continues only with the next sweep.
  timeout_seconds: 60,
  memory_mb: 512,
} as const satisfies Worker;

/** Records the calls of the API from the lines of functions and of the access logs (lib/requests-stack.ts). */
export const recordRequests = {
  id: 'record-requests',
  summary: 'Records the calls of the API from the lines that were logged of them',
  permissions: { requests: ['update'] },
  timeout_seconds: 60,
  memory_mb: 256,
} as const satisfies Worker;

/** Re-queues overdue work, so that lost messages are recovered, and schedules it later. */
export const sweepScheduledWork = {
  id: 'sweep-scheduled-work',
  summary:
    'Notifies overdue work, fairly for every business, and publishes events again that no fan-out confirmed',
  permissions: {
    deliveries: ['batch', 'update'],
    'deliveries/due': ['query'],
    resources: ['batch', 'update'],
    'resources/due': ['query'],
    outbox: ['batch', 'update'],
    'outbox/due': ['query'],
    bus: ['put'],
    deliverQueue: ['send'],
    documentsQueue: ['send'],
    identityQueue: ['send'],
    cardsQueue: ['send'],
    redactionsQueue: ['send'],
    countersQueue: ['send'],
  },
  timeout_seconds: 55,
  memory_mb: 512,
} as const satisfies Worker;

/** Receives Stripe's events of cards and authorizations, signed by Stripe and without a key of ours. */
export const receiveStripe = {
  id: 'receive-stripe',
  summary: 'Receives events of Stripe about cards, and decides authorizations',
  permissions: {
    resources: ['get', 'batch', 'put', 'update', 'check'],
    outbox: ['put'],
    issuerApiKey: ['read'],
    issuerSigningSecret: ['read'],
    webhookSecrets: ['decrypt'],
    settings: ['webhookTargets'],
  },
  timeout_seconds: 10,
  // A whole processor: Stripe waits two seconds, cold starts included.
  memory_mb: 1769,
} as const satisfies Worker;

/** Receives Onfido's events of checks, where it verifies identities; they come without a key of ours. */
export const receiveOnfido = {
  id: 'receive-onfido',
  summary: 'Receives decisions of Onfido and continues their verifications',
  permissions: {
    verifierToken: ['read'],
    verifierWebhookSecret: ['read'],
    identityQueue: ['send'],
  },
  timeout_seconds: 28,
  memory_mb: 512,
} as const satisfies Worker;

/** Fetches the lists of sanctions, where they are searched here. */
export const fetchLists = {
  id: 'fetch-lists',
  summary: 'Fetches the lists of sanctions once a day, and makes them the version that is searched',
  permissions: { lists: ['read', 'list', 'write'], settings: ['listAddresses', 'webhookTargets'] },
  // A minute for all downloads. A file of 21 MB is parsed with 240 MB in 1.5 seconds of a processor, and larger ones may come.
  timeout_seconds: 300,
  memory_mb: 2048,
} as const satisfies Worker;

/** Screens everybody again whom the lists in their newest version were not searched for, where an environment screens. */
export const monitorScreenings = {
  id: 'monitor-screenings',
  summary:
    'Searches each new version of the lists of sanctions for everybody who was screened before',
  permissions: {
    resources: ['get', 'batch', 'put', 'update', 'check'],
    'resources/screened': ['query'],
    outbox: ['put'],
    lists: ['read', 'list'],
    screenerToken: ['read'],
    settings: ['screening'],
  },
  // Shorter than the time from one call to the next; what is left the next one does.
  timeout_seconds: 290,
  // A whole processor: comparing names takes nothing else.
  memory_mb: 1769,
} as const satisfies Worker;

export const workers: readonly Worker[] = [
  authorizeRequest,
  authorizeOperator,
  administerBusiness,
  relayEvents,
  countChanges,
  compareCounters,
  fanOutEvent,
  deliverWebhook,
  inspectDocument,
  decideVerification,
  reconcileCards,
  redactPersonalData,
  sweepScheduledWork,
  recordRequests,
  receiveStripe,
  receiveOnfido,
  fetchLists,
  monitorScreenings,
];
