import type { Attempt, DeliveryWithAttempts } from '../../api/client.ts';
import { followDelay } from '../../api/follow.ts';
import { useRead } from '../../api/use-read.ts';
import { filled, sentence, t } from '../../texts/texts.ts';
import { outcomeText } from '../../texts/webhooks.ts';
import { duration, words } from '../../texts/words.ts';
import { Copy } from '../../ui/copy.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Go } from '../../ui/links.tsx';
import { Marked } from '../../ui/marked.tsx';
import { DetailList, HeaderList, Json, Loaded, Raw } from '../../ui/page.tsx';
import { Time } from '../../ui/values.tsx';
import { curlOf, isRequest, sentBody } from './sent.ts';

const inProgress: readonly string[] = ['pending', 'retrying'];

/** When to read a delivery again, until it is final and has at least so many attempts. */
export const followUntil =
  (attempts: number) =>
  ({ status, attempts_made, updated_at }: DeliveryWithAttempts): number | false =>
    (inProgress.includes(status) || attempts_made < attempts) &&
    followDelay(updated_at, Date.now());

/** The request and its address. */
type Sent = Pick<DeliveryWithAttempts, 'event_id' | 'webhook_id' | 'url'>;

/** One attempt with everything that was kept of it. The response of the receiver is only ever shown as text. */
export const AttemptDetails = (props: {
  readonly attempt: Attempt;
  readonly of: Sent;
  readonly open?: boolean;
}) => {
  const { attempt, of, open = false } = props;
  const { number, started_at, duration_ms, response, error } = attempt;
  const result = outcomeText({ response_status: response?.status ?? null, error });
  return (
    <Fold
      isOpenFirst={open}
      heading="h3"
      title={filled(t.deliveries.attemptNumber, { number, result })}
      note={`${words(attempt.trigger)}, ${duration(duration_ms)}`}
    >
      <div className="fields">
        <Marked as={error ? 'bad' : 'good'}>{result}</Marked>
        <DetailList
          details={{
            [t.deliveries.started]: <Time at={started_at} />,
            [t.all.duration]: duration(duration_ms),
            [t.all.ipAddress]: attempt.remote_address,
          }}
        />
        <Waterfall of={attempt} />
        <div className="halves">
          <Request attempt={attempt} of={of} />
          {response ? <Response response={response} /> : <p>{t.deliveries.noResponse}</p>}
        </div>
      </div>
    </Fold>
  );
};

/** The body is the event's: every attempt sends the same. */
const Request = ({ attempt, of }: { readonly attempt: Attempt; readonly of: Sent }) => {
  const { headers } = attempt.request;
  const query = useRead('events.get', { params: { event_id: of.event_id } });
  return (
    <div className="fields">
      <h4>{t.all.request}</h4>
      <HeaderList headers={headers} />
      {'webhook-signature' in headers && (
        <small>
          {sentence(t.deliveries.howItIsSigned, {
            versions: attempt.secret_versions.join(', '),
            link: <Go to={`/webhooks/${of.webhook_id}`}>{t.deliveries.codeThatVerifies}</Go>,
          })}
        </small>
      )}
      <Loaded query={query}>
        {(event) => (
          <div className="fields">
            <Json value={JSON.parse(sentBody(event))} label={t.deliveries.requestBody} />
            {isRequest(headers) && (
              <Copy
                text={curlOf(of.url, headers, sentBody(event))}
                name={t.deliveries.copyAsCurl}
                results={{
                  copied: t.deliveries.copiedWithoutThe,
                  failed: t.deliveries.itCouldNotBeCopied,
                }}
              />
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
};

const Response = ({ response }: { readonly response: NonNullable<Attempt['response']> }) => {
  const { status, headers, body, body_bytes } = response;
  const kept = new TextEncoder().encode(body).length;
  return (
    <div className="fields">
      <h4>{sentence(t.deliveries.responseStatus, { status })}</h4>
      <HeaderList headers={headers} />
      {body === '' ? (
        <p>{t.deliveries.noBody}</p>
      ) : (
        <Raw label={t.deliveries.responseBody}>{body}</Raw>
      )}
      {kept < body_bytes && (
        <small>{sentence(t.deliveries.theFirstKeptOfBody, { kept, body_bytes })}</small>
      )}
    </div>
  );
};

/** The steps of a request one after another: what is left at the end is the rest of the response, or of the wait for it. */
const stepsOf = ({ timings, duration_ms, response }: Attempt) => {
  const { dns_ms, connect_ms, tls_ms, first_byte_ms } = timings;
  const named = [
    ['DNS', dns_ms],
    [t.deliveries.connection, connect_ms],
    ['TLS', tls_ms],
    [t.deliveries.firstByte, first_byte_ms],
  ] as const;
  let end_ms = 0;
  const steps = named.flatMap(([name, took_ms]) => {
    if (took_ms === null) return [];
    const from_ms = end_ms;
    end_ms += took_ms;
    return { name, from_ms, took_ms };
  });
  const took_ms = Math.max(0, duration_ms - end_ms);
  // A delivery to AWS is one call, whose steps are not measured.
  const answered = steps.length === 0 ? t.deliveries.wholeCall : t.deliveries.restOfBody;
  return [
    ...steps,
    { name: response ? answered : t.deliveries.untilTheError, from_ms: end_ms, took_ms },
  ];
};

/** Where the time of an attempt went: a table whose bars are drawn beside their figures. */
const Waterfall = ({ of }: { readonly of: Attempt }) => {
  const steps = stepsOf(of);
  const all_ms = Math.max(1, ...steps.map(({ from_ms, took_ms }) => from_ms + took_ms));
  const percent = (part_ms: number) => `${(part_ms / all_ms) * 100}%`;
  return (
    <table className="waterfall" aria-label={t.deliveries.timings}>
      <tbody>
        {steps.map(({ name, from_ms, took_ms }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{duration(took_ms)}</td>
            <td aria-hidden="true">
              <div style={{ marginInlineStart: percent(from_ms), inlineSize: percent(took_ms) }} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t.deliveries.nextAttempt}</th>
          <td colSpan={2}>
            <Time at={of.next_attempt_at} none={t.deliveries.noneScheduled} />
          </td>
        </tr>
      </tbody>
    </table>
  );
};
