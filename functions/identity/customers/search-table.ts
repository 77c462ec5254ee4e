import { ApiError } from '../../core/api-error.ts';
import type { Database, Item, Range } from '../../core/dynamodb/client.ts';
import type { Page, PageRequest } from '../../core/dynamodb/list.ts';
import { type CustomerFilter, fits } from './list-table.ts';
import type { Customer } from './model.ts';
import {
  type Matcher,
  matcherOf,
  name_characters_max,
  searchedName,
  wordsOfName,
} from './names.ts';
import { spellingsOf } from './spellings.ts';
import { namePosition, namesOf, readCustomer, readCustomers } from './table.ts';

/** Index entries that one page reads, and how many of them one query reads. */
const reads_max = 2_000;
const query_reads = 500;

/** So many words, and as many other spellings, are looked up by their place in the index; any further ones are compared. */
const located_words_max = 3;

type SearchFilter = CustomerFilter & {
  readonly name: string;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
};

/**
 * One page of the customers whose name has a word that begins with each word of `filter.name`, or, where none that was read
 * has, with one edit. The cursor is the id of the last one that was read, and no name. A customer who is renamed between two
 * pages can be missed, or found twice.
 */
export const pageByName = async (
  db: Database,
  tenant: string,
  { name, ...filter }: SearchFilter,
  { limit, below, leaveOut }: PageRequest,
): Promise<Page<Customer>> => {
  const words = wordsOfName(name);
  const after =
    below === undefined ? undefined : namePosition(await readCustomer(db, tenant, below));
  // The index does not say where a customer was that was redacted meanwhile.
  if (below !== undefined && after === undefined) throw new ApiError('cursor_invalid');
  const pieces = piecesBehind(piecesOf(words, spellingsOf(name).map(wordsOfName)), after);
  const { ids, next, has } = await idsByName(db, tenant, {
    matcher: matcherOf(words),
    pieces,
    after,
    limit,
  });
  const found = await readCustomers(db, tenant, ids, { leaveOut });
  const isWanted = (one: Customer) =>
    has(searchedName(one) ?? '') && fits(one, filter) && isWithin(one, filter);
  return { items: found.filter(isWanted), next };
};

const isWithin = (
  { created_at }: Customer,
  { created_after, created_before }: Omit<SearchFilter, 'name'>,
): boolean =>
  (created_after === undefined || created_at > created_after) &&
  (created_before === undefined || created_at < created_before);

type Comparison = (name: string) => boolean;
type Search = {
  readonly matcher: Matcher;
  readonly pieces: readonly Piece[];
  readonly after: string | undefined;
  readonly limit: number;
};
type FoundIds = { readonly ids: string[]; readonly next: string | null; readonly has: Comparison };

const idsByName = async (db: Database, tenant: string, search: Search): Promise<FoundIds> => {
  const { matcher, pieces, limit } = search;
  const { has, orNearly } = comparisonsOf(search);
  const [found, near]: [string[], string[]] = [[], []];
  let [reads, last] = [0, ''];
  const result = (rest: string | null): FoundIds => {
    const nearly = found.length === 0 && near.length > 0;
    const ids = nearly ? near : found;
    const next = ids.length > limit ? (ids[limit - 1] ?? null) : rest;
    return { ids: ids.slice(0, limit), next, has: nearly ? matcher.nearlyHas : has };
  };
  for (const piece of pieces) {
    let from: string | undefined = piece.from;
    while (from !== undefined) {
      if (reads >= reads_max) return result(idOf(last));
      // All that the first query finds usually match.
      const size = reads === 0 ? limit + 1 : Math.min(query_reads, reads_max - reads);
      const page = await db.query({
        ...namesOf(tenant),
        ...piece,
        from,
        order: 'ascending',
        limit: size,
      });
      const positions = page.items.map(positionOf);
      found.push(...positions.filter((one) => has(nameIn(one))).map(idOf));
      if (found.length > limit) return result(null);
      if (orNearly && found.length === 0)
        near.push(...positions.filter((one) => matcher.nearlyHas(nameIn(one))).map(idOf));
      reads += Math.max(positions.length, 1);
      last = positions.at(-1) ?? last;
      from = page.last && `${page.last}\0`;
    }
  }
  return result(null);
};

/** How names are compared behind a cursor: a page that continues one with an equal name, or with edits, goes on as it did. */
const comparisonsOf = ({
  matcher: { has, nearlyHas },
  after,
}: Search): { readonly has: Comparison; readonly orNearly: boolean } => {
  const name = after === undefined ? '' : nameIn(after);
  if (name !== '' && has(name)) return { has, orNearly: false };
  if (name !== '' && nearlyHas(name)) return { has: nearlyHas, orNearly: false };
  return { has, orNearly: true };
};

const positionOf = ({ sort_name }: Item): string => String(sort_name);
const nameIn = (position: string): string => position.slice(0, position.lastIndexOf('/'));
const idOf = (position: string): string => position.slice(position.lastIndexOf('/') + 1);

type Piece = Pick<Range, 'from' | 'below'> & { readonly from: string };

/** Behind everything that begins with a word. */
const end = '\uffff';

/**
 * The whole index by name in the order in which a search reads it. Names that begin with one of the
 * words come first, then those that begin with another spelling of one.
 */
const piecesOf = (words: readonly string[], spellings: readonly (readonly string[])[]): Piece[] => {
  const typed = new Set(locatedWords(words));
  const respelt = new Set(spellings.flatMap(locatedWords).filter((word) => !typed.has(word)));
  const located = [...typed, ...[...respelt].slice(0, located_words_max)].toSorted();
  // A name that begins with one word also begins with a shorter one, so no two pieces overlap.
  const first = located.filter(
    (word) => !located.some((one) => one !== word && word.startsWith(one)),
  );
  const beginning = first.map((word) => ({ from: word, below: `${word}${end}` }));
  const others = [...beginning, undefined].map((piece, at) => ({
    from: beginning[at - 1]?.below ?? '',
    below: piece?.from,
  }));
  const isTyped = ({ from }: Piece) => Number(typed.has(from));
  // The longest word has the fewest names.
  const order = (one: Piece, other: Piece) =>
    isTyped(other) - isTyped(one) || other.from.length - one.from.length;
  return [...beginning.toSorted(order), ...others];
};

// Keys have 1 024 bytes at most; names in the index are no longer than this.
const locatedWords = (words: readonly string[]): string[] =>
  words.slice(0, located_words_max).map((word) => word.slice(0, name_characters_max));

/** The rest of the pieces behind a position. */
const piecesBehind = (pieces: readonly Piece[], after: string | undefined): readonly Piece[] => {
  if (after === undefined) return pieces;
  const at = pieces.findIndex(
    ({ from, below }) => from <= after && (below === undefined || after < below),
  );
  return pieces
    .slice(at)
    .map((piece, position) => (position === 0 ? { ...piece, from: `${after}\0` } : piece));
};
