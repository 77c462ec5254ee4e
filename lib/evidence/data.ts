import { type PersonalResource, personalFields } from '../../functions/app/redactions/model.ts';
import type { EvidencePage, Row } from './rows.ts';

/** How long a kind is stored without a redaction. */
const periods: Readonly<Record<PersonalResource, string>> = {
  customer: 'until redaction',
  person: 'until redaction',
  agreement: 'until redaction',
  document: 'until redaction, or `retention.documentsDays`; deleted versions 30 days more',
  verification: 'until redaction',
  onboarding_link: 'until redaction',
  screening: 'until redaction',
  customer_feature: 'until redaction',
  card: 'until redaction',
  card_token: 'until redaction',
  authorization: 'until redaction; declined ones `retention.declinedAuthorizationsDays`',
  transaction: 'until redaction',
  order: 'until the card exists or the order is canceled',
};

/** The fields that a redaction empties, those of members behind a dot. */
const erasedIn = (erasures: object, before = ''): string[] =>
  Object.entries(erasures).flatMap(([name, erasure]) => {
    if (erasure === 'kept') return [];
    return typeof erasure === 'string'
      ? [`${before}${name}`]
      : erasedIn(erasure, `${before}${name}.`);
  });

const search =
  'test/world/identity/customers/redaction.test.ts › what is known of a closed customer is nowhere once it is redacted';

const rowOf = ([kind, erasures]: [string, object]): Row => {
  const fields = [...new Set(erasedIn(erasures))].filter((field) => !field.startsWith('persons.'));
  const named =
    fields.length > 0 ? fields.map((field) => `\`${field}\``).join(', ') : 'none of a person';
  return {
    of: kind,
    claim: `${named}. Kept ${periods[kind as PersonalResource]}.`,
    code: 'functions/app/redactions/model.ts#personalFields',
    tests: [search],
  };
};

/** The personal data of each kind. */
export const data: EvidencePage = {
  file: 'data.md',
  title: 'Personal data by kind',
  introduction:
    'The fields are those that a redaction empties, from its declaration. A new field does not compile without a decision. All ' +
    'kinds are stored in the region of the environment, encrypted with its key, and in copies where `backup` names them. ' +
    '[Personal data](../guides/personal-data.md) has the places.',
  columns: ['kind', 'fields and period'],
  rows: [
    ...Object.entries(personalFields).map(rowOf),
    {
      of: 'all kinds, after a redaction',
      claim: 'Tables, bucket and logs hold nothing of the customer.',
      code: 'functions/app/redactions/model.ts#erased',
      tests: [search],
    },
    {
      of: 'events and deliveries',
      claim:
        'The response of GET. Kept 400 and 90 days, or as `retention` says; a redaction empties them.',
      code: 'functions/core/outbox',
      tests: [search],
      settings: ['retention'],
    },
    {
      of: 'copies of tables',
      claim:
        'Point-in-time recovery and `backup` keep all for at most 35 days. A redaction does not reach them.',
      code: 'lib/backups-stack.ts',
      tests: [
        'test/infra/backups.test.ts › the setting copies every table that is restored to the vaults that it names, for so many days',
      ],
      settings: ['backup', 'region'],
    },
    {
      of: 'webhooks that were sent',
      claim: 'They are with the business that received them: not covered.',
    },
  ],
  after:
    '**A lawyer decides** on legal bases, on periods that a law demands, and on transfers to another region.',
};
