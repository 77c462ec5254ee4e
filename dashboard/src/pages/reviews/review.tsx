import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { Document, Verification } from '../../api/client.ts';
import { useDenial } from '../../api/environment.tsx';
import { useRead, useResource } from '../../api/use-read.ts';
import { filled, inSentence, sentence, t } from '../../texts/texts.ts';
import { countryText, documentName, nameOf, words } from '../../texts/words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChangedMeanwhile } from '../../ui/error-alert.tsx';
import { Fields } from '../../ui/field.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { Typing } from '../../ui/form.tsx';
import { Go, NewTab } from '../../ui/links.tsx';
import { Loaded, Page } from '../../ui/page.tsx';
import { Buttons, Status } from '../../ui/values.tsx';
import { Identity } from '../customers/profile.tsx';
import { EventTable } from '../events/events.tsx';
import { PersonTable } from '../persons/persons.tsx';
import { Decisions, pointerOf, useApproval, type ValidUntil } from './decisions.tsx';
import { EvidenceSections, OpenEntries } from './evidence.tsx';
import { Assignment, waitedText } from './queue.tsx';
import { QueueBeside } from './queue-beside.tsx';

/** One verification that waits for a decision: the queue, its documents, the profile of the customer, and the decision. */
export const Component = () => {
  const { verification = '' } = useParams();
  return (
    <div className="work-area">
      <QueueBeside current={verification} />
      {/* The next one starts anew. */}
      <Review key={verification} id={verification} />
    </div>
  );
};

const Review = ({ id }: { readonly id: string }) => {
  const query = useResource('verification', id, {
    follow: ({ status }) => status === 'processing' && colleagues_ms,
  });
  const opened = useOpened(query.data);
  const customer = useResource('customer', opened?.customer_id ?? '', {
    enabled: opened !== undefined,
  });
  return (
    <Page
      of="resource"
      title={customer.data ? nameOf(customer.data) : t.reviews.review}
      crumbs={[{ text: t.all.identityReview, to: '/reviews' }]}
      status={opened && <Status status={opened.status} />}
      facts={
        opened && {
          [t.all.level]: words(opened.level),
          [t.all.country]: countryText(opened.country),
          [t.reviews.waiting]: waitedText(opened, Date.now()),
        }
      }
      actions={
        opened?.status === 'processing' && <Assignment key={opened.version} verification={opened} />
      }
    >
      <Loaded query={query}>
        {(verification) => (
          <>
            {opened && opened.version !== verification.version && <ChangedMeanwhile />}
            <Shown verification={opened ?? verification} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

/** Within this time a colleague who takes it, or decides, is seen. */
const colleagues_ms = 15_000;

/** The submission that the person opened: they decide on this one, also when another was read since. */
const useOpened = (read: Verification | undefined): Verification | undefined => {
  const [opened, setOpened] = useState(read);
  if (opened === undefined && read !== undefined) setOpened(read);
  const isSame = read?.status === opened?.status && read?.submitted_at === opened?.submitted_at;
  return isSame ? read : opened;
};

const Shown = ({ verification }: { readonly verification: Verification }) => {
  const customer = useResource('customer', verification.customer_id);
  const [dates, setDates] = useState<ValidUntil>({});
  const approval = useApproval(verification, dates);
  const isOpen = verification.status === 'processing';
  return (
    <Fields error={approval.error}>
      {!isOpen && (
        <Alert type="info">
          {sentence(t.reviews.thisVerification2, {
            status: inSentence(words(verification.status)),
            link: <Go to={`/verifications/${verification.id}`}>{t.reviews.openThe}</Go>,
          })}
        </Alert>
      )}
      {isOpen && <OpenEntries customerId={verification.customer_id} />}
      <div className="review">
        <div className="documents">
          {verification.document_ids.map((id) => (
            <DocumentView
              key={id}
              id={id}
              of={customer.data ? nameOf(customer.data) : t.reviews.theCustomer}
            >
              {isOpen && (
                <ValidUntilField
                  id={id}
                  at={pointerOf(id, dates)}
                  value={dates[id] ?? ''}
                  onChange={(value) => setDates({ ...dates, [id]: value })}
                />
              )}
            </DocumentView>
          ))}
        </div>
        <Loaded query={customer}>{(shown) => <Identity customer={shown} />}</Loaded>
      </div>
      {isOpen && <EvidenceSections id={verification.id} />}
      {customer.data?.type === 'business' && <PersonTable customerId={customer.data.id} />}
      {!isOpen && <EventTable query={{ resource_id: verification.id }} />}
      {isOpen && <Decisions verification={verification} approval={approval} />}
    </Fields>
  );
};

/** The documents that show until when they are valid. */
const datedTypes: ReadonlySet<string> = new Set([
  'passport',
  'national_id',
  'drivers_license',
  'residence_permit',
]);

const ValidUntilField = ({ id, ...field }: Typing & { readonly id: string }) => {
  const { data } = useResource('document', id);
  if (!data || !datedTypes.has(data.type)) return null;
  return (
    <TextField
      label={filled(t.reviews.documentValidUntil, { document: documentName(data) })}
      hint={
        data.expires_on
          ? filled(t.reviews.knownSoFarExpires, { expires_on: data.expires_on })
          : t.reviews.theLastDayAsThe
      }
      placeholder="YYYY-MM-DD"
      {...field}
    />
  );
};

/** A link to the bytes works for five minutes; a new one is read before that. */
const link_ms = 240_000;

/** A document as it was uploaded, beside the others. */
const DocumentView = (props: {
  readonly id: string;
  readonly of: string;
  readonly children: ReactNode;
}) => {
  const { id: document_id, of, children } = props;
  const query = useResource('document', document_id);
  return (
    <section aria-label={query.data && documentName(query.data)}>
      <Loaded query={query}>
        {(document) => (
          <>
            <h2>{documentName(document)}</h2>
            <Status status={document.status} />{' '}
            {document.person_id && (
              <Go to={`/persons/${document.person_id}`}>{t.reviews.openThePerson}</Go>
            )}
            {document.status === 'accepted' && <Bytes document={document} of={of} />}
            {children}
          </>
        )}
      </Loaded>
    </section>
  );
};

/** The types that every browser shows; the others open by their link. */
const inlineTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

const Bytes = ({ document, of }: { readonly document: Document; readonly of: string }) => {
  const denial = useDenial()('documents.download');
  const how = { follow: () => link_ms, enabled: denial === null };
  const query = useRead('documents.download', { params: { document_id: document.id } }, how);
  if (denial !== null) return <p className="muted">{denial}</p>;
  return (
    <Loaded query={query}>
      {({ url }) => (
        <>
          {inlineTypes.has(document.content_type) && (
            <Picture
              url={url}
              name={filled(t.reviews.documentOfOf, { document: documentName(document), of })}
            />
          )}
          <NewTab href={url}>
            {sentence(t.reviews.openDocumentInFull, {
              document: inSentence(documentName(document)),
            })}
          </NewTab>
        </>
      )}
    </Loaded>
  );
};

const zooms = [1, 2, 4] as const;

/** A picture that can be enlarged and turned. It fills a square, which stays the same when it is turned. */
const Picture = ({ url, name }: { readonly url: string; readonly name: string }) => {
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const side = `${100 * (zooms[zoom] ?? 1)}%`;
  return (
    <>
      <section
        className="document-frame"
        aria-label={filled(t.reviews.nameEnlarged, { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reachable without a mouse.
        tabIndex={0}
      >
        <img
          className="document"
          style={{ inlineSize: side, blockSize: side, rotate: `${turns * 90}deg` }}
          src={url}
          alt={name}
          referrerPolicy="no-referrer"
        />
      </section>
      <Buttons>
        <Button
          label={filled(t.reviews.enlargeName, { name })}
          unable={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn size={16} aria-hidden />
        </Button>
        <Button
          label={filled(t.reviews.reduceName, { name })}
          unable={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <ZoomOut size={16} aria-hidden />
        </Button>
        <Button label={filled(t.reviews.turnName, { name })} onClick={() => setTurns(turns + 1)}>
          <RotateCw size={16} aria-hidden />
        </Button>
      </Buttons>
    </>
  );
};
