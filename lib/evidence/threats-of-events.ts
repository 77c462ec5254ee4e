import type { EvidencePage } from './rows.ts';

/** STRIDE for the entrances of files and events. */
export const threatsOfEvents: EvidencePage = {
  file: 'threat-model-files-and-events.md',
  title: 'Threat model of files and events',
  introduction:
    'These are the entrances of files and events: uploads, events of card issuers, and webhooks. [The other ' +
    'four](threat-model.md) have a page. Each row names an entrance with a threat by STRIDE.',
  columns: ['entrance: threat', 'answer'],
  rows: [
    {
      of: 'uploads: spoofing',
      claim: 'An upload link is signed for one object, length and type, and for the first upload.',
      code: 'functions/identity/documents',
      tests: [
        'test/unit/identity/documents/document-storage.test.ts › on AWS names the bucket as host, and is bound to length, type and the first upload',
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
      of: 'uploads: repudiation',
      claim: 'In live CloudTrail records each access to a document.',
      code: 'lib/trail-stack.ts',
      tests: [
        'test/infra/ending-keys.test.ts › docs/operate/addresses-and-trail.md says what the trail does not record, which is all but three kinds of events of one region',
      ],
      settings: ['trailDays'],
    },
    {
      of: 'uploads: information disclosure',
      claim: 'The bucket admits the pages of the site and no others.',
      code: 'lib/constructs/document-bucket.ts',
      tests: [
        'test/infra/site.test.ts › the site’s pages may put and show documents, where its address is known, and no others may',
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
      of: 'uploads: elevation of privilege',
      claim: 'A message that names another customer changes nothing.',
      code: 'functions/identity/documents',
      tests: [
        'test/world/identity/documents/life.test.ts › a message that names another customer of a document changes nothing of it',
      ],
    },
    {
      of: 'issuer’s events: spoofing',
      claim: 'An event without a valid signature is rejected.',
      code: 'functions/issuing/issuers',
      tests: [
        'test/unit/issuing/issuers/notice-signatures.test.ts › not by another secret, of other bytes, without a signature, or without a secret to compare with',
      ],
    },
    {
      of: 'issuer’s events: tampering',
      claim: 'The signature covers the bytes of the event.',
      code: 'functions/issuing/issuers',
      tests: [
        'test/unit/issuing/issuers/notice-signatures.test.ts › not by another secret, of other bytes, without a signature, or without a secret to compare with',
      ],
    },
    {
      of: 'issuer’s events: repudiation',
      claim: 'The service keeps no event of an issuer: not covered. The issuer keeps them.',
    },
    {
      of: 'issuer’s events: information disclosure',
      claim: 'Only functions that call the issuer read its key.',
      code: 'lib/grants.ts',
      tests: [
        'test/infra/grants-of-providers.test.ts › lets those who call Stripe read its key, and nobody use the simulator’s',
      ],
    },
    {
      of: 'issuer’s events: denial of service',
      claim: 'Events of an issuer have a path with limits apart from the API.',
      code: 'lib/receivers.ts',
      tests: [
        'test/infra/grants-of-providers.test.ts › receives Stripe’s events at their own path, by a warm function that reads the secret of their signatures',
      ],
      settings: ['stripe', 'onfido'],
    },
    {
      of: 'issuer’s events: elevation of privilege',
      claim: 'An environment with another issuer does not have the path.',
      code: 'lib/receivers.ts',
      tests: ['test/infra/grants-of-providers.test.ts › and no other environment has that path'],
    },
    {
      of: 'webhooks: spoofing',
      claim: 'A certificate that no authority vouches for, or of another name, ends the attempt.',
      code: 'functions/delivery/deliveries',
      tests: [
        'test/faults/hostile-connections.test.ts › a certificate that nobody vouches for ends before anything is said',
        'test/faults/hostile-connections.test.ts › a trusted certificate of another name ends as tls',
      ],
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
      of: 'webhooks: repudiation',
      claim: 'Each attempt is stored with its number and the answer of the endpoint.',
      code: 'functions/delivery/deliveries',
      tests: [
        'test/faults/signed-deliveries.test.ts › a delivery names its event and attempt, and carries the custom headers',
      ],
    },
    {
      of: 'webhooks: information disclosure',
      claim: 'The history of attempts has no signature and no secret header.',
      code: 'functions/delivery/deliveries',
      tests: [
        'test/faults/signed-deliveries.test.ts › the history shows neither signatures nor what the business added',
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
      of: 'webhooks: elevation of privilege',
      claim: 'An address inside the network is rejected.',
      code: 'functions/delivery/webhooks',
      tests: [
        'test/faults/hostile-addresses.test.ts › a name that leads to an address inside is rejected, alone or mixed with public ones',
      ],
      settings: ['webhookTargets'],
    },
    {
      of: 'uploads: malware',
      claim: 'Files are not scanned for malware: not covered. Only people and providers open them.',
    },
  ],
  after: '',
};
