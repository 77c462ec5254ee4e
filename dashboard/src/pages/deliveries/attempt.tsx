import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Attempt } from '../../api/objects.ts';
import { duration, words } from '../../texts/words.ts';
import { Facts, HeaderList, Raw } from '../../ui/details.tsx';
import { Time } from '../../ui/time.tsx';
import { outcomeInWords } from './in-words.ts';

/** One attempt with everything that was kept of it. What the receiver said is text and nothing more. */
export const AttemptShown = ({ attempt, open = false }: { readonly attempt: Attempt; readonly open?: boolean }) => {
  const { number, started_at, duration_ms, response, error } = attempt;
  const said = outcomeInWords({ response_status: response?.status ?? null, error });
  return (
    <ExpandableSection
      variant="default"
      defaultExpanded={open}
      headingTagOverride="h3"
      headerText={`Attempt ${number}: ${said}`}
      headerDescription={`${words(attempt.trigger)}, ${duration(duration_ms)}`}
    >
      <SpaceBetween size="m">
        <StatusIndicator type={error ? 'error' : 'success'}>{said}</StatusIndicator>
        <Facts
          facts={[
            ['Started', <Time key="at" at={started_at} />],
            ['Duration', duration(duration_ms)],
            ['IP address', attempt.remote_address],
            ['Signed with key version', attempt.secret_versions.join(', ')],
            ['Next attempt', <Time key="next" at={attempt.next_attempt_at} none="None scheduled" />],
            ['Timings', timingsInWords(attempt.timings)],
          ]}
        />
        <Box variant="h4">Request headers</Box>
        <HeaderList headers={attempt.request.headers} />
        {response ? <Answered response={response} /> : <Box>No response.</Box>}
      </SpaceBetween>
    </ExpandableSection>
  );
};

const Answered = ({ response }: { readonly response: NonNullable<Attempt['response']> }) => {
  const { status, headers, body, body_bytes } = response;
  const kept = new TextEncoder().encode(body).length;
  return (
    <SpaceBetween size="s">
      <Box variant="h4">Response {status}</Box>
      <HeaderList headers={headers} />
      {body === '' ? <Box>No body.</Box> : <Raw text={body} label="Response body" />}
      {kept < body_bytes && (
        <Box fontSize="body-s">
          The first {kept} of {body_bytes} bytes.
        </Box>
      )}
    </SpaceBetween>
  );
};

const timingsInWords = ({ dns_ms, connect_ms, tls_ms, first_byte_ms }: Attempt['timings']): string => {
  const named = [
    ['DNS', dns_ms],
    ['connection', connect_ms],
    ['TLS', tls_ms],
    ['first byte', first_byte_ms],
  ] as const;
  return named.flatMap(([name, took]) => (took === null ? [] : `${name} ${duration(took)}`)).join(', ') || '–';
};
