import type { LoggedRequest } from '../../api/client.ts';
import { itemSentence } from '../../texts/errors.ts';
import { filled, t } from '../../texts/texts.ts';
import { Go } from '../../ui/links.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';
import { Outcome } from './requests.tsx';

/** The invalid parts of a request by their places, each with its codes and in words: names that the caller invented share one. */
const partsOf = ({ errors }: LoggedRequest) => {
  const byPlace = Map.groupBy(
    errors,
    ({ pointer, parameter }) => pointer || parameter || t.errors.input,
  );
  return Object.fromEntries(
    [...byPlace].map(([place, parts]) => [
      place,
      [...new Set(parts.map(({ code }) => code))].map((code) => (
        <div key={code}>
          <code>{code}</code> {itemSentence(code)}
        </div>
      )),
    ]),
  );
};

/** One request: who called what, how it ended, and what it changed. */
export const Component = () => (
  <ResourcePage
    name="request"
    title={({ method, route }) => `${method} ${route}`}
    status={(request) => <Outcome request={request} />}
    facts={({ created_at, duration_ms, actor }) => ({
      [t.all.time]: <Time at={created_at} />,
      [t.all.duration]: filled(t.requests.durationMsMs, { duration_ms }),
      [t.all.actor]: actor && <Actor actor={actor} />,
    })}
  >
    {(request) => (
      <>
        <Section
          title={t.all.whatHappened}
          details={{
            [t.requests.path]: <span className="wrap-anywhere">{request.path}</span>,
            [t.all.object]: request.resource_id && (
              <Go to={`/requests?resource_id=${request.resource_id}`}>{request.resource_id}</Go>
            ),
            'Idempotency-Key': request.idempotency_key && (
              <CopyId value={request.idempotency_key} name="Idempotency-Key" />
            ),
            [t.requests.earlierResponse]: request.replayed ? t.all.yes : t.all.no,
            [t.all.events]:
              request.event_ids.length > 0 &&
              request.event_ids.map((id) => (
                <div key={id}>
                  <Go to={`/events/${id}`}>{id}</Go>
                </div>
              )),
            [t.all.id]: <CopyId value={request.id} name={t.all.requestId} />,
          }}
        />
        {request.errors.length > 0 && (
          <Section title={t.requests.invalidParts} details={partsOf(request)} />
        )}
      </>
    )}
  </ResourcePage>
);
