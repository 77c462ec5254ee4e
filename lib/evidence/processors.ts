import type { EvidencePage } from './rows.ts';

const markers =
  'test/stripe/personal-data-markers.test.ts › what Stripe is called with and signs with, and what it shows, is in no line, file, template or answer';

/** The companies that get personal data too, by the setting that makes it so. */
export const processors: EvidencePage = {
  file: 'sub-processors.md',
  title: 'Sub-processors',
  introduction:
    'Each row names a company, the data that it gets, and the setting without which it gets none.',
  columns: ['company', 'data'],
  rows: [
    {
      of: 'AWS',
      claim: 'All data, in one region.',
      code: 'lib/environments.ts',
      settings: ['region', 'account'],
    },
    {
      of: 'AWS, another region or account',
      claim: 'Nightly copies of the tables.',
      code: 'lib/backups-stack.ts',
      tests: ['test/infra/backups.test.ts › without the setting there is none'],
      settings: ['backup'],
    },
    {
      of: 'AWS Textract and Rekognition',
      claim: 'Pictures of documents and faces.',
      code: 'functions/identity/verifiers/aws',
      tests: [
        'test/unit/identity/verifiers/aws-analyse.test.ts › the newest with a picture is looked at, every side, and the newest selfie',
      ],
      settings: ['identityVerifier'],
    },
    {
      of: 'Stripe',
      claim: 'Cardholders and cards.',
      code: 'functions/issuing/issuers/stripe',
      tests: [markers],
      settings: ['cardIssuer', 'stripe'],
    },
    {
      of: 'Onfido',
      claim: 'Names, birth date, address, documents and selfie.',
      code: 'functions/identity/verifiers/onfido',
      tests: [
        'test/onfido/adapter.test.ts › leaves nothing of the person, also of a check that was being started, and is repeated until Onfido answers',
      ],
      settings: ['identityVerifier', 'onfido'],
    },
    {
      of: 'OpenSanctions, if you use its yente',
      claim: 'Names, birth date, nationality and country.',
      code: 'functions/identity/screeners',
      tests: [
        'test/infra/first-deployment.test.ts › says that the API key of a yente is not there',
      ],
      settings: ['screening', 'yente'],
    },
    {
      of: 'publishers of lists',
      claim: 'Nothing: the lists are fetched and searched here.',
      code: 'functions/identity/screeners/lists',
      tests: [
        'test/infra/bundles.test.ts › only what delivers webhooks and asks businesses can dial what they name, and fetch-lists what publishers redirect to',
      ],
      settings: ['lists'],
    },
  ],
  after:
    'The defaults use AWS alone. **A lawyer decides** which of them are processors and which are controllers, and on the contracts.',
};
