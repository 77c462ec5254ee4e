import type { EvidencePage } from './rows.ts';

/** The places that a card number could be in. */
export const cardNumbers: EvidencePage = {
  file: 'card-numbers.md',
  title: 'Card numbers',
  introduction:
    'An issuer makes the cards and stores their numbers. This service stores the last four digits and the expiry. One function, ' +
    '`cards.reveal`, has a number in memory while it encrypts the number to your key.',
  columns: ['place', 'answer'],
  rows: [
    {
      of: 'response of a reveal',
      claim: 'The number is only in a JWE that the private key of the caller opens.',
      code: 'functions/issuing/cards/encrypt-to-key.ts#encryptToKey',
      tests: [
        'test/unit/issuing/cards/encrypt-to-key.test.ts › what is encrypted',
        'test/world/issuing/cards/reveal.test.ts › emits an event each time, and the number is the same',
      ],
      alarms: ['reveal-limit-reached'],
    },
    {
      of: 'text that a caller sends',
      claim: 'Text fields with a card number are rejected.',
      code: 'functions/core/card-number.ts',
      tests: [
        'test/unit/card-number-rule.test.ts › a text that holds a card number is recognised',
        'test/world/identity/customers/individual.test.ts › a card number is rejected in names and metadata, and only what is one',
      ],
    },
    {
      of: 'metadata',
      claim: 'Neither a key nor a value keeps a number.',
      code: 'functions/core/metadata.ts',
      tests: [
        'test/unit/metadata.test.ts › a card number is kept neither in a value of metadata nor in a key, and no answer repeats one',
      ],
    },
    {
      of: 'external ids of the caller',
      claim: 'They may contain any digits: not covered. Do not use a card number as an id.',
    },
    {
      of: 'Idempotency-Key in events and logs',
      claim: 'Digits that could be a number are masked.',
      code: 'functions/core/http/request-log.ts',
      tests: [
        'test/unit/delivery/events/event-store.test.ts › an event shows the key of its request with digits masked that could be a card number',
        'test/unit/core/http/handler.test.ts › the line of a request has its Idempotency-Key where that is a UUID or a ULID, without the digits of a card number',
      ],
    },
    {
      of: 'answer of an authorization endpoint',
      claim: 'Text with a number is dropped.',
      code: 'functions/issuing/authorization-endpoints/answer.ts',
      tests: [
        'test/unit/issuing/authorization-endpoints/answer.test.ts › and dropped with a card number in them, also behind the cut',
      ],
    },
    {
      of: 'tables, files, logs, with the simulator',
      claim: 'No line has a word that a caller wrote.',
      code: 'functions/core/logging.ts',
      tests: [
        'test/stories/personal-data/markers.test.ts › no line that any function printed holds what a caller wrote, or a secret',
      ],
    },
    {
      of: 'tables, files, logs, with Stripe',
      claim: 'The key of Stripe and the numbers that Stripe returns are neither stored nor logged.',
      code: 'functions/issuing/issuers/stripe/issuer.ts',
      tests: [
        'test/stripe/personal-data-markers.test.ts › what Stripe is called with and signs with, and what it shows, is in no line, file, template or answer',
      ],
    },
    {
      of: 'PIN',
      claim:
        'The cardholder’s device encrypts the PIN for the issuer. Only the simulated issuer is a part of this service.',
      code: 'functions/issuing/card-pins',
      tests: [
        'test/world/issuing/cards/pin.test.ts › is rejected where it is encrypted to another key, is none, or its card is closed',
      ],
    },
    {
      of: 'tools for AI models',
      claim: 'The MCP server withholds responses with a card number.',
      code: 'cli/mcp',
      tests: [
        'test/unit/cli/mcp-tools.test.ts › what returns a card number, a secret or a link is withheld',
      ],
    },
    {
      of: 'memory of `cards.reveal`',
      claim:
        'A number is there for the time of one call. AWS Lambda isolates the memory: not tested here.',
    },
  ],
  after: `## PCI DSS scope

\`cards.reveal\` and its network path to the issuer process card numbers, so they are in scope. No table, bucket, queue, bus or log
stores one, as the tests above search them. Your own decryption of a reveal is in your scope.

AWS is responsible for its data centres, Lambda and API Gateway (AWS Artifact has the attestation). Stripe is responsible for its
vault. Not covered here: your policies, your people, penetration tests and scans.

**A Qualified Security Assessor decides** on the scope and the assessment.`,
};
