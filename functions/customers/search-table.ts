import { ApiError } from '../api-error.ts';
import type { Database, Item, Range } from '../dynamodb/client.ts';
import type { Page, Wanted } from '../dynamodb/list.ts';
import type { Customer } from './model.ts';
import { hasWords, name_characters_max, wordsOfName } from './names.ts';
import { type CustomerFilter, fits, namePosition, namesOf, readCustomer, readCustomers } from './table.ts';

/** Index entries that one page reads, and how many of them one query reads. */
const reads_max = 2_000;
const query_reads = 500;

/** So many words are looked up by their place in the index; any further ones are compared. */
const located_words_max = 3;

type SearchFilter = CustomerFilter & {
  readonly name: string;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
};

/**
 * One page of the customers whose name has a word that begins with each word of `filter.name`. The cursor is the id of the
 * last one that was read, and no name. A customer who is renamed between two pages can be missed, or found twice.
 */
export const pageByName = async (
  db: Database,
  tenant: string,
  filter: SearchFilter,
  { limit, below }: Wanted,
): Promise<Page<Customer>> => {
  const words = wordsOfName(filter.name);
  const after = below === undefined ? undefined : namePosition(await readCustomer(db, tenant, below));
  // Of one that was redacted meanwhile nothing says where it was.
  if (below !== undefined && after === undefined) throw new ApiError('cursor_invalid');
  const { ids, next } = await idsByName(db, tenant, { words, after, limit });
  const found = await readCustomers(db, tenant, ids);
  return { items: found.filter((one) => fits(one, filter) && isWithin(one, filter)), next };
};

const isWithin = ({ created_at }: Customer, { created_after, created_before }: SearchFilter): boolean =>
  (created_after === undefined || created_at > created_after) &&
  (created_before === undefined || created_at < created_before);

type Search = { readonly words: readonly string[]; readonly after: string | undefined; readonly limit: number };

const idsByName = async (db: Database, tenant: string, { words, after, limit }: Search) => {
  const found: string[] = [];
  let [reads, last] = [0, ''];
  for (const piece of piecesBehind(piecesOf(words), after)) {
    let from: string | undefined = piece.from;
    while (from !== undefined) {
      if (reads >= reads_max) return { ids: found, next: idOf(last) };
      // All that the first query finds usually match.
      const size = reads === 0 ? limit + 1 : Math.min(query_reads, reads_max - reads);
      const page = await db.query({ ...namesOf(tenant), ...piece, from, order: 'ascending', limit: size });
      const positions = page.items.map(positionOf);
      found.push(...positions.filter((one) => hasWords(nameIn(one), words)).map(idOf));
      if (found.length > limit) return { ids: found.slice(0, limit), next: found[limit - 1] ?? null };
      reads += Math.max(positions.length, 1);
      last = positions.at(-1) ?? last;
      from = page.last && `${page.last}\0`;
    }
  }
  return { ids: found, next: null };
};

const positionOf = ({ sort_name }: Item): string => String(sort_name);
const nameIn = (position: string): string => position.slice(0, position.lastIndexOf('/'));
const idOf = (position: string): string => position.slice(position.lastIndexOf('/') + 1);

type Piece = Pick<Range, 'from' | 'below'> & { readonly from: string };

/** Behind everything that begins with a word. */
const end = '\uffff';

/** The whole index by name in the order in which a search reads it: first the names that begin with one of the words. */
const piecesOf = (words: readonly string[]): Piece[] => {
  // Keys have 1 024 bytes at most; names in the index are no longer than this.
  const cut = words.slice(0, located_words_max).map((word) => word.slice(0, name_characters_max));
  const located = [...new Set(cut)].toSorted();
  // Whatever begins with one word begins with a shorter one that it begins with, so no two pieces overlap.
  const first = located.filter((word) => !located.some((one) => one !== word && word.startsWith(one)));
  const beginning = first.map((word) => ({ from: word, below: `${word}${end}` }));
  const others = [...beginning, undefined].map((piece, at) => ({
    from: beginning[at - 1]?.below ?? '',
    below: piece?.from,
  }));
  // The longest word has the fewest names.
  return [...beginning.toSorted((one, other) => other.from.length - one.from.length), ...others];
};

/** What is left of the pieces behind a position. */
const piecesBehind = (pieces: readonly Piece[], after: string | undefined): readonly Piece[] => {
  if (after === undefined) return pieces;
  const at = pieces.findIndex(({ from, below }) => from <= after && (below === undefined || after < below));
  return pieces.slice(at).map((piece, position) => (position === 0 ? { ...piece, from: `${after}\0` } : piece));
};
