import { ApiError } from '../../core/api-error.ts';
import { type SecretReader, secretsManager } from '../../core/aws/secrets.ts';
import { cache } from '../../core/cache.ts';
import { parseUnambiguousJson } from '../../core/json.ts';
import { logEvent } from '../../core/logging.ts';
import { type Clock, systemClock } from '../../core/time.ts';
import {
  type ListMatch,
  matches_max,
  type Screener,
  type ScreeningSettings,
  type ScreeningSubject,
} from './screener.ts';

/** One question, in milliseconds: a search takes a second, and who waits for an attestation waits for all of them. */
const answer_ms = 5_000;

/** How long the version of the data set is remembered, in milliseconds: it changes a few times a day. */
const kept_ms = 5 * 60_000;

/**
 * The members that are read of an answer to `POST /match/{dataset}` (opensanctions/yente,
 * routers/match.py).
 */
type Scored = {
  readonly id: string;
  readonly caption: string;
  readonly score: number;
  readonly properties: { readonly topics?: readonly string[] };
};

/** The entries in an answer; undefined where it is none. */
const scoredIn = (answer: Json): readonly Scored[] | undefined => {
  const { status, results } = answer?.responses?.subject ?? {};
  const isScored = ({ id, caption, score, properties }: Scored) =>
    typeof id === 'string' &&
    typeof caption === 'string' &&
    typeof score === 'number' &&
    typeof properties === 'object';
  return status === 200 && Array.isArray(results) && results.every(isScored) ? results : undefined;
};

/**
 * The version of the index that a data set is searched in (`GET /catalog`, search/status.py); undefined where there is no such data
 * set or no index. A part of a collection is searched in the index of the whole.
 */
const versionIn = (answer: Json, dataset: string): string | undefined => {
  const datasets: readonly Json[] = Array.isArray(answer?.datasets) ? answer.datasets : [];
  const found = datasets.find((one) => one?.name === dataset);
  const indexed = datasets.flatMap((one) => one?.index_version ?? []).sort();
  return found && indexed.length > 0 ? (found.index_version ?? indexed.join(' ')) : undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: what comes from outside has no shape yet.
type Json = any;

type Settings = Extract<ScreeningSettings, { readonly by: 'yente' }>;
type Options = { readonly secrets?: SecretReader; readonly clock?: Clock };

/**
 * Asks a yente, OpenSanctions' own or one of yours, about one of its data sets. An incomplete
 * answer is the ApiError `unavailable`: nobody is clear because nobody answered.
 */
export const yenteScreener = (
  settings: Settings,
  { secrets, clock = systemClock() }: Options = {},
): Screener => {
  const { base, dataset, score_min, token_secret } = settings;
  const reader = token_secret === undefined ? undefined : (secrets ?? secretsManager());
  const ask = async <T>(
    path: string,
    read: (answer: Json) => T | undefined,
    sent?: object,
  ): Promise<T> => {
    const token = reader && (await reader.read(token_secret ?? ''));
    if (reader && !token)
      throw new Error(`the secret ${token_secret} is not there: yente cannot be asked`);
    const response = await answered(`${base}${path}`, token, sent);
    // The next question reads it again.
    if (response.status === 401 || response.status === 403) reader?.forget(token_secret ?? '');
    if (!response.ok) throw unanswered({ status: response.status });
    const found = read(parseUnambiguousJson(await response.text().catch(() => '')));
    if (found === undefined)
      throw unanswered({ status: response.status, path: path.split('?')[0] });
    return found;
  };
  const versions = cache<string>(1, { ttl_ms: kept_ms, now: () => clock.now().getTime() });
  const version = () =>
    versions.of('version', () => ask('/catalog', (answer) => versionIn(answer, dataset)));
  const query = `threshold=${score_min}&cutoff=${score_min}&limit=${matches_max}`;
  return {
    version,
    screen: async (subject) => {
      // The version first: one that comes meanwhile is then searched again.
      const list_version = await version();
      const sent = { queries: { subject: exampleOf(subject) } };
      const scored = await ask(`/match/${encodeURIComponent(dataset)}?${query}`, scoredIn, sent);
      const matches = scored
        .filter(({ score }) => score >= score_min)
        .map(({ id: entry_id, caption: name, score, properties }): ListMatch => {
          const url = `https://www.opensanctions.org/entities/${encodeURIComponent(entry_id)}/`;
          const categories = categoriesOf(properties.topics ?? []);
          return { list: dataset, entry_id, name, score: Math.min(1, score), categories, url };
        })
        .sort((one, other) => other.score - one.score);
      // A yente transliterates names itself, from every script.
      return { list_version, matches: matches.slice(0, matches_max), not_compared: [] };
    },
  };
};

/** A subject as FollowTheMoney describes people and organisations; countries are in lower case there. */
const exampleOf = ({ type, names, birth_date, nationality, country }: ScreeningSubject) => {
  const said = {
    name: names,
    birthDate: type === 'person' ? [birth_date] : [],
    nationality: type === 'person' ? [nationality?.toLowerCase()] : [],
    country: [country?.toLowerCase()],
  };
  const known = Object.entries(said).map(
    ([name, values]) => [name, values.filter((value) => value)] as const,
  );
  const properties = Object.fromEntries(known.filter(([, values]) => values.length > 0));
  return { schema: type === 'person' ? 'Person' : 'Organization', properties };
};

/** OpenSanctions' topics (opensanctions.org/docs/topics): sanctions, roles near to power, and all that remains. */
const categoriesOf = (topics: readonly string[]): ListMatch['categories'] => {
  const categories = topics.map((topic) =>
    /^sanction(\.|$)/.test(topic)
      ? 'sanction'
      : /^role\.(pep|rca)$/.test(topic)
        ? 'pep'
        : 'adverse',
  );
  return categories.length > 0 ? [...new Set(categories)] : ['adverse'];
};

const answered = async (
  address: string,
  token: string | undefined,
  sent: object | undefined,
): Promise<Response> => {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `ApiKey ${token}` }),
  };
  const signal = AbortSignal.timeout(answer_ms);
  const body = sent && { method: 'POST', body: JSON.stringify(sent) };
  try {
    return await fetch(address, { headers, signal, redirect: 'error', ...body });
  } catch (error) {
    // Refused, broken off or too late.
    if (error instanceof TypeError || error instanceof DOMException)
      throw unanswered({ status: 0 });
    throw error;
  }
};

/** Without what was sent or came, which has names. */
const unanswered = (why: object): ApiError => {
  logEvent('error', 'yente_unavailable', why);
  return new ApiError('unavailable');
};
