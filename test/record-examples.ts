import { writeFileSync } from 'node:fs';
import { routes } from '../functions/app/routes.ts';
import { type Valid, validCall } from './helpers/examples.ts';
import { aTenant } from './helpers/fixtures/tenants.ts';
import { startService } from './helpers/service.ts';

/** The instant at which every example starts. */
const begin_ms = Date.parse('2026-11-20T15:04:05.123Z');
const id = /\b([a-z]{2,5})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g;

/**
 * The values made up by chance, and their replacements: examples with secrets in them look as if
 * they had leaked.
 */
const stands: readonly (readonly [made: RegExp, shown: string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@/g, 'ada.lovelace@'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0f8fad5b-d9cb-469f-a165-70867728950e'],
  [/"last_name":"Ada"/g, '"last_name":"Lovelace"'],
  [/"middle_name":"Ada"/g, '"middle_name":null'],
  [/"date":"\w{3}, [^"]*GMT"/g, '"date":"Fri, 20 Nov 2026 15:04:05 GMT"'],
  [/"webhook-timestamp":"\d+"/g, '"webhook-timestamp":"1795187045"'],
  [/whsec_[A-Za-z0-9+/=]+/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'],
  [/pk_sandbox_[A-Za-z0-9]+/g, 'pk_sandbox_51HxTq8vZ2mKfLw9RbYc3NdJ7aQeUsGp0XtD4kSV'],
  [/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'https://example.com'],
  [/SIM[0-9A-Z]{12}/g, 'SIM3M2N4P6R8T0W'],
  [/\?X-Amz-[^"]*/g, '?X-Amz-Signature=6f1c2f5e3a0b4c679a550c1d2e3f4a5b'],
  [/"127\.0\.0\.1"/g, '"192.0.2.10"'],
];

/** A call and its answer as the document shows them: the same however often they are made, and short. */
const stableExample = ({ body, params }: Valid, answer: unknown) => {
  const text = JSON.stringify({
    params,
    ...(body !== undefined && { body }),
    answer: shortened(answer),
  });
  const stable = stands.reduce(
    (said, [made, shown]) => said.replaceAll(made, shown),
    stableTimes(stableIds(text)),
  );
  const { params: _params, ...example } = JSON.parse(stable);
  return example;
};

/** One item says what the others would. */
const shortened = (answer: unknown): unknown => {
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !('data' in answer) ||
    !Array.isArray(answer.data)
  )
    return answer;
  const [item] = answer.data;
  const schema = { type: 'object' };
  const short = item?.object === 'event_type' ? { ...item, schema } : item;
  return { ...answer, data: item === undefined ? [] : [short], has_more: false, next_cursor: null };
};

/** The first id of each kind is the one that the reference shows in paths. */
const stableIds = (text: string): string => {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  return text.replaceAll(id, (found, prefix: string) => {
    const position = counts.get(prefix) ?? 0;
    const stable =
      known.get(found) ?? `${prefix}_01jd5fq7k9e8xv3m2n4p6r8t0${'wxyzabcdefghjkmnpqrst'[position]}`;
    if (!known.has(found)) counts.set(prefix, position + 1);
    known.set(found, stable);
    return stable;
  });
};

/**
 * Their order stays; what is minutes away stays so many minutes away. A text that an example
 * quotes of another stays as it is.
 */
const stableTimes = (text: string): string => {
  const quoted = new Date(begin_ms).toISOString().slice(0, 10);
  const times = [...new Set(text.match(instant))]
    .filter((time) => !time.startsWith(quoted))
    .toSorted();
  const [first = ''] = times;
  return text.replaceAll(instant, (found) => {
    if (found.startsWith(quoted)) return found;
    const away_ms = Date.parse(found) - Date.parse(first);
    const shown_ms =
      Math.abs(away_ms) < 60_000
        ? times.indexOf(found) * 250
        : Math.round(away_ms / 60_000) * 60_000;
    return new Date(begin_ms + shown_ms).toISOString();
  });
};

// Asks a running service for one example of every operation: `npm run examples`, after `npm run assembly`.
const local = await startService();
const recorded: Record<string, unknown> = {};
try {
  for (const route of routes) {
    const tenant = await aTenant(local);
    const call = await validCall(route, tenant);
    const answer = await tenant.call(call);
    if (answer.status !== route.returns.status) throw new Error(`${route.id}: ${answer.text}`);
    // The document itself would be its own example.
    if (!('public' in route)) recorded[route.id] = stableExample(call, answer.body);
  }
} finally {
  await local.stop();
}
const file = new URL('../lib/recorded-examples.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
