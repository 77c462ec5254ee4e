import { randomUUID } from 'node:crypto';
import type { Api } from '../context.ts';
import { UsageError } from '../failures.ts';
import { type Arguments, bodyOf, sentOf } from './arguments.ts';
import type { Schemas } from './tool-schemas.ts';
import { type Action, hiddenFields } from './tools.ts';

/** An answer is at most so long: about 5 000 tokens. */
export const answer_characters_max = 20_000;

/** Calls a route; the answer is the API's JSON without secrets. A list that is too long is asked for again with fewer items. */
export const answerOf = async (
  api: Api,
  action: Action,
  given: Arguments,
  schemas: Schemas,
): Promise<string> => {
  const { action: _verb, body, if_match, idempotency_key, ...rest } = sentOf(given);
  const params = valuesOf(action, rest, 'path');
  const query = valuesOf(action, rest, 'query');
  const unknown = Object.keys(rest).filter((name) => !(name in params || name in query));
  if (unknown.length > 0)
    throw new UsageError(
      `${action.id} does not take ${unknown.join(', ')}.${action.body ? ' The fields of its resource go into body.' : ''}`,
    );
  const input = {
    params: params as Record<string, string>,
    ...(body !== undefined && { body: action.body ? bodyOf(body, action.body, schemas) : body }),
    ...(if_match !== undefined && { ifMatch: String(if_match) }),
    ...(action.method === 'POST' && { idempotencyKey: String(idempotency_key ?? randomUUID()) }),
  };
  const isList = action.parameters.some(({ name }) => name === 'cursor');
  for (let limit = Number(query.limit ?? limitOf(action)); ; limit = Math.floor(limit / 2)) {
    const { body: answer = null } = await api(action.method, action.path, {
      ...input,
      query: { ...query, ...(isList && { limit }) },
    }).catch((error: unknown) => {
      // A call whose effect is unknown can be repeated under the same key.
      throw Object.assign(
        error as Error,
        input.idempotencyKey && { idempotency_key: input.idempotencyKey },
      );
    });
    const text = JSON.stringify(withoutSecrets(answer));
    if (text.length <= answer_characters_max || !isList || limit <= 1) return pieceOf(text, 0);
  }
};

/** How many items a page has where the model does not say: as many as the tool's schema says. */
const limitOf = ({ parameters }: Action): unknown =>
  parameters.find(({ name }) => name === 'limit')?.schema.default;

const valuesOf = (
  { parameters }: Action,
  given: Arguments,
  place: string,
): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap((one) =>
      one.in === place && one.name in given ? [[one.name, given[one.name]]] : [],
    ),
  );

/** The same without what no model may see. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).map(([name, one]) =>
    hiddenFields.has(name) && one !== null ? [name, 'not shown here'] : [name, withoutSecrets(one)],
  );
  return Object.fromEntries(shown);
};

/** A text from a character on, at most as long as an answer; where it is cut it says how to go on. */
export const pieceOf = (text: string, from: number): string => {
  if (text.length - from <= answer_characters_max) return text.slice(from);
  const markOf = (at: number) => `\n[cut at character ${at} of ${text.length}]`;
  const end = from + answer_characters_max - markOf(text.length).length;
  // Half of a character outside the first plane would not be text.
  const at = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
  return `${text.slice(from, at)}${markOf(at)}`;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
