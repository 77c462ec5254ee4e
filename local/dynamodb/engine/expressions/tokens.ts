import type { AwsError } from '../../../errors.ts';
import { validationError } from '../../../errors.ts';

/** A word or a sign of an expression; `end` has no text. */
export type Token = {
  readonly kind: 'name' | 'value' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly from: number;
  readonly to: number;
};

/** The kind of an expression, as requests and errors call it. */
export type ExpressionKind =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression';

/** Everything that an expression may be at most, in bytes. */
const expression_bytes_max = 4_096;

const spelling =
  /\s*(?:([#]?[A-Za-z_][A-Za-z0-9_]*|#[A-Za-z0-9_]+)|(:[A-Za-z0-9_]+)|(\d+)|(<>|<=|>=|[\s\S]))/y;

/** The words of an expression, in order, with an end behind them. */
export const tokenised = (kind: ExpressionKind, text: string): Token[] => {
  if (text.trim() === '') throw invalidExpression(kind, 'The expression can not be empty;');
  if (Buffer.byteLength(text) > expression_bytes_max)
    throw invalidExpression(
      kind,
      `Expression size has exceeded the maximum allowed size; expression size: ${Buffer.byteLength(text)}`,
    );
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (spelling.lastIndex = 0; spelling.lastIndex < end; ) {
    const [, name, value, number, sign] = spelling.exec(text) ?? [];
    const word = name ?? value ?? number ?? sign ?? '';
    const tokenKind =
      name !== undefined
        ? 'name'
        : value !== undefined
          ? 'value'
          : number !== undefined
            ? 'number'
            : 'sign';
    tokens.push({
      kind: tokenKind,
      text: word,
      from: spelling.lastIndex - word.length,
      to: spelling.lastIndex,
    });
  }
  tokens.push({ kind: 'end', text: '<EOF>', from: end, to: end });
  return tokens;
};

/** The error of an expression that cannot be understood or meant. */
export const invalidExpression = (kind: ExpressionKind, what: string): AwsError =>
  validationError(`Invalid ${kind}: ${what}`);

/** The error of a token that does not fit where it stands. */
export const syntaxError = (
  kind: ExpressionKind,
  text: string,
  tokens: readonly Token[],
  at: number,
): AwsError => {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const near = text.slice((before ?? token)?.from, (after ?? token)?.to);
  return invalidExpression(kind, `Syntax error; token: "${token?.text}", near: "${near}"`);
};
