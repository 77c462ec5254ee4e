import { Fragment } from 'react';
import type { AnswerOf, CallOf } from '../../api/client.ts';
import { useDenial } from '../../api/environment.tsx';
import { useRead, useResource } from '../../api/use-read.ts';
import { filled, inSentence, t, textOf } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Go } from '../../ui/links.tsx';
import { Marked } from '../../ui/marked.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { useChange } from '../../ui/use-submit.ts';

type Check = AnswerOf<'verifications.get-evidence'>['checks'][number];
type Evidence = NonNullable<Check['evidence']>;
type ReadName = NonNullable<Check['latin_name']>;

/** The findings of a verifier, beside the profile; nothing where none looked. */
export const EvidenceSections = ({ id: verification_id }: { readonly id: string }) => {
  const denial = useDenial()('verifications.get-evidence');
  const query = useRead(
    'verifications.get-evidence',
    { params: { verification_id } },
    { enabled: denial === null },
  );
  if (denial !== null) return null;
  return (
    <Loaded query={query}>
      {({ checks }) =>
        checks.map(({ evidence, latin_name, provider, subject_id }) => (
          <Fragment key={`${provider} ${subject_id}`}>
            {latin_name && <NameOfZone of={subject_id} read={latin_name} />}
            {evidence && <EvidenceSection of={evidence} by={provider} />}
          </Fragment>
        ))
      }
    </Loaded>
  );
};

type Proposal = { readonly of: string; readonly read: ReadName };

/** The name in the zone of a document, to be taken over; nothing once there is a Latin name. */
const NameOfZone = ({ of: id, read: { first_name, last_name, may_be_cut_off } }: Proposal) => {
  const [name, route] = id.startsWith('prs_')
    ? (['person', 'persons.update'] as const)
    : (['customer', 'customers.update'] as const);
  const { data: subject } = useResource<'customer' | 'person'>(name, id);
  const { submit, busy, error } = useChange<typeof route>(route, {
    success: t.reviews.theLatinNameWas,
  });
  if (!subject || subject.latin_name !== null) return null;
  const call = {
    params: { [`${name}_id`]: id },
    ifMatch: `"${subject.version}"`,
    body: { latin_name: { first_name, last_name } },
  };
  const takeOver = () => submit(call as unknown as CallOf<typeof route>);
  return (
    <>
      <Alert
        header={filled(t.reviews.nameInTheZone, {
          name: [first_name, last_name].filter(Boolean).join(' '),
        })}
        action={
          <ActionButton
            route={route}
            name={t.reviews.takeOverAsLatin}
            busy={busy}
            onClick={takeOver}
          />
        }
      >
        {t.reviews.notAppliedUntil} {may_be_cut_off && t.reviews.namesFillTheLines}
      </Alert>
      {error && <ErrorAlert error={error} />}
    </>
  );
};

const EvidenceSection = ({ of, by }: { readonly of: Evidence; readonly by: string }) => (
  <Section
    title={t.all.evidence}
    description={filled(t.reviews.foundByByItDetects, { by })}
    details={{
      [t.reviews.facesAlike]:
        of.similarity === null ? t.reviews.notCompared : `${Math.floor(of.similarity)} %`,
      [t.reviews.reasonsForAReview]:
        of.reasons.map((code) => textOf(t.reviews.reasons, code) ?? words(code)).join('; ') ||
        t.reviews.noneNothingDiffers,
    }}
  >
    {of.fields.length > 0 && (
      <table className="table" aria-label={t.reviews.profileAndDocument}>
        <thead>
          <tr>
            {[t.reviews.field, t.all.profile, t.all.document, t.reviews.agreement].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.fields.map(({ field, profile, document, agrees }) => (
            <tr key={field}>
              <th scope="row">{words(field)}</th>
              <td>{profile ?? '–'}</td>
              <td>{document ?? '–'}</td>
              <td>
                <Agreement agrees={agrees} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Section>
);

const Agreement = ({ agrees }: { readonly agrees: boolean | null }) => {
  if (agrees === null) return <Marked as="note">{t.reviews.compareYourself}</Marked>;
  return agrees ? (
    <Marked as="good">{t.reviews.agrees}</Marked>
  ) : (
    <Marked as="attention">{t.reviews.differs}</Marked>
  );
};

const foundIn = (
  matches: readonly { readonly name: string }[],
  notComparable: object | null,
): string => {
  const names = matches.map(({ name }) => name);
  return [...(notComparable ? [t.screenings.nameNotComparable] : []), ...names].join(', ');
};

/** The obstacles to approving a customer: the screenings of it and its persons that are open or confirmed. */
export const OpenEntries = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useRead('screenings.list', { query: { customer_id, limit: 100 } });
  return (
    <Loaded query={query}>
      {({ data }) => {
        const against = data.filter(({ status }) => status !== 'clear');
        if (against.length === 0) return null;
        return (
          <Alert type="warning" header={t.reviews.approvingWaitsForA}>
            <ul className="plain-list">
              {against.map(({ id, matches, not_comparable, open_count, status }) => (
                <li key={id}>
                  <Go to={`/screenings/${id}`}>{foundIn(matches, not_comparable) || id}</Go>:{' '}
                  {status === 'confirmed'
                    ? inSentence(words(status))
                    : filled(t.reviews.openCountOpen, { open_count })}
                </li>
              ))}
            </ul>
          </Alert>
        );
      }}
    </Loaded>
  );
};
