import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { useRefusal } from '../../api/environment.tsx';
import type { Document } from '../../api/objects.ts';
import { useObject } from '../../api/use-object.ts';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Status } from '../../ui/status.tsx';
import { titleOf } from '../documents/document-table.tsx';

/** A link to the bytes is good for five minutes: asked anew before it ends. */
const link_ms = 240_000;

/** A document as it was sent, beside the others. */
export const Paper = ({ id: document_id, of }: { readonly id: string; readonly of: string }) => {
  const query = useObject('document', document_id);
  return (
    <section aria-label={query.data ? titleOf(query.data) : 'Document'}>
      <Loaded query={query}>
        {(document) => (
          <>
            <Box variant="h3">{titleOf(document)}</Box>
            <Status status={document.status} />
            {document.status === 'accepted' && <Bytes document={document} of={of} />}
          </>
        )}
      </Loaded>
    </section>
  );
};

const Bytes = ({ document, of }: { readonly document: Document; readonly of: string }) => {
  const refusal = useRefusal()('documents.download');
  const query = useRead({
    key: ['download', document.id],
    read: (api, signal) => api.documents.download({ params: { document_id: document.id }, signal }),
    follow: () => link_ms,
    enabled: refusal === null,
  });
  if (refusal !== null) return <Box color="text-body-secondary">{refusal}</Box>;
  return (
    <Loaded query={query}>
      {({ url }) => (
        <>
          {document.content_type !== 'application/pdf' && (
            <img className="paper" src={url} alt={`${titleOf(document)} of ${of}`} referrerPolicy="no-referrer" />
          )}
          <Link external href={url} rel="noopener noreferrer" externalIconAriaLabel="Opens in a new tab">
            Open {titleOf(document).toLowerCase()} in full
          </Link>
        </>
      )}
    </Loaded>
  );
};
