import type { Event } from '../../api/client.ts';

/** The body that every webhook gets of an event, character by character: what is signed. */
export const sentBody = ({
  id,
  type,
  created_at,
  sequence,
  environment,
  tenant_id,
  ...event
}: Event): string => {
  const { test, data, previous } = event;
  const envelope = {
    id,
    type,
    timestamp: created_at,
    sequence,
    environment,
    tenant_id,
    ...(test && { test }),
  };
  return JSON.stringify({ ...envelope, data, previous });
};

/** Whether an attempt was a request to a URL: what goes to a queue or a bus of AWS has no content type. */
export const isRequest = (headers: Readonly<Record<string, string>>): boolean =>
  'content-type' in headers;

/** The request of an attempt as a command line. Values that are masked are left out. */
export const curlOf = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string =>
  [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers)
      .filter(([name, value]) => !value.includes('****') && name !== 'content-length')
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

/** A text for a POSIX shell: nothing in it is expanded. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
