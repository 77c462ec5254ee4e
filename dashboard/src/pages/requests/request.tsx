import type { LoggedRequest } from '../../api/client.ts';
import { type Details, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Go, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';
import { Outcome } from './requests.tsx';

/** One request: who called what, how it ended, and what it changed. */
export const Component = () => (
  <ResourcePage name="request" title={({ method, route }) => `${method} ${route}`}>
    {(request) => <Section title="What happened" details={detailsOf(request)} />}
  </ResourcePage>
);

const detailsOf = (request: LoggedRequest): Details => ({
  Time: <Time at={request.created_at} />,
  Status: <Outcome request={request} />,
  Duration: `${request.duration_ms} ms`,
  Path: <span className="wrap-anywhere">{request.path}</span>,
  Actor: request.actor && <Actor actor={request.actor} />,
  Object: request.resource_id && <Go to={`/requests?resource_id=${request.resource_id}`}>{request.resource_id}</Go>,
  'Idempotency-Key': request.idempotency_key && <CopyId value={request.idempotency_key} name="Idempotency-Key" />,
  'Earlier response returned again': request.replayed ? 'Yes' : 'No',
  Events:
    request.event_ids.length > 0 &&
    request.event_ids.map((id) => (
      <div key={id}>
        <Go to={`/events/${id}`}>{id}</Go>
      </div>
    )),
  ID: <CopyId value={request.id} name="Request ID" />,
});
