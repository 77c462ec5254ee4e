import { t } from '../../texts/texts.ts';
import {
  address,
  changesOf,
  contact,
  type ProfileValues,
  person,
} from '../customers/profile-fields.ts';

/** The groups of fields of a person, beside the roles. */
export const personGroups = [
  {
    title: t.all.person,
    fields: [
      ...person,
      { path: 'title', label: t.persons.position, hint: t.persons.suchAsManaging },
      {
        path: 'ownership_percent',
        label: t.persons.shareInPercent,
        hint: t.persons.ofAnOwnerWithTwo,
      },
    ],
  },
  { title: t.all.contact, fields: contact },
  { title: t.all.address, fields: address },
] as const;

/** All of them. */
export const personFields = personGroups.flatMap((group) => group.fields);

/** The typed values as the API takes them. A share becomes a number, also with a comma: no share has thousands. */
export const personBody = (
  before: ProfileValues,
  after: ProfileValues,
): Record<string, unknown> => {
  const { ownership_percent: typed, ...body } = changesOf(before, after);
  if (typed === undefined) return body;
  const share = Number(typeof typed === 'string' ? typed.replace(',', '.') : Number.NaN);
  return { ...body, ownership_percent: Number.isNaN(share) ? typed : share };
};
