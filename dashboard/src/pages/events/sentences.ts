import type { Event } from '../../api/client.ts';
import { filled, inSentence, t, textOf } from '../../texts/texts.ts';
import { declineText, words } from '../../texts/words.ts';
import { subjectOf } from './subjects.ts';

/** An event as a sentence about the object itself; an amount names its card where `cards` have its name by its id. */
export const sentenceOf = (event: Event, cards?: ReadonlyMap<unknown, string>): string => {
  const { type, data, previous, test } = event;
  const subject = subjectOf(event);
  const happened = filled(textOf(t.events.sentences, type) ?? `${words(type)}: {subject}`, {
    subject,
  });
  const card = cards?.get(data.card_id);
  const sentence = `${happened}${card ? ` · ${card}` : ''}${detailOf(data, previous)}`;
  return test && type !== 'webhook.test' ? filled(t.events.testOf, { sentence }) : sentence;
};

const detailOf = (data: Event['data'], previous: Event['previous']): string => {
  const { last_error, status_reason, decline_reason } = data as {
    readonly [name: string]: unknown;
  };
  if (typeof decline_reason === 'string') return `. ${declineText(decline_reason)}`;
  if (previous)
    return ` (${Object.keys(previous)
      .map((name) => inSentence(words(name)))
      .join(', ')})`;
  if (last_error) {
    const { code, message } = last_error as { readonly code: string; readonly message: string };
    return `. ${textOf(t.verificationErrors, code) ?? message}`;
  }
  return typeof status_reason === 'string' ? `. ${words(status_reason)}` : '';
};

/** A piece of JSON; where it changed, `before` is what stood there: nothing for what was added. */
export type Piece = { readonly text: string; readonly before?: string };

/** The data of an event as JSON in pieces, with what it changed. `previous` has the old values of what changed alone. */
export const piecesOf = ({ data, previous }: Pick<Event, 'data' | 'previous'>): readonly Piece[] =>
  membersOf(data, { ...data, ...previous }, '');

const membersOf = (data: Members, old: Members, indent: string): readonly Piece[] => {
  const within = `${indent}  `;
  const textOf = (name: string, value: unknown) =>
    value === undefined
      ? ''
      : `${JSON.stringify(name)}: ${jsonOf(value).replaceAll('\n', `\n${within}`)}`;
  const names = Object.keys({ ...data, ...old });
  const members = names.flatMap((name, at): readonly Piece[] => {
    const [value, before] = [data[name], old[name]];
    const start = { text: `${at === 0 ? '' : ','}\n${within}` };
    if (isMembers(value) && isMembers(before))
      return [start, { text: `${JSON.stringify(name)}: ` }, ...membersOf(value, before, within)];
    const isChanged = jsonOf(before) !== jsonOf(value);
    return [
      start,
      { text: textOf(name, value), ...(isChanged && { before: textOf(name, before) }) },
    ];
  });
  return [{ text: '{' }, ...members, { text: names.length > 0 ? `\n${indent}}` : '}' }];
};

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
