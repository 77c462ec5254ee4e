import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import type { Answer } from './answer.ts';
import { headerOf, type Request } from './request.ts';

/** The codings that API Gateway compresses in. */
const codings = { gzip: promisify(gzip), deflate: promisify(deflate) };

/**
 * What a function answered, compressed where the caller asks for it and it has at least so many bytes. What is compressed
 * already stays; whether the API takes its type for binary is no matter.
 */
export const compressed = async (answer: Answer, request: Request, from_bytes: number | undefined): Promise<Answer> => {
  const coding = codingFor(headerOf(request, 'accept-encoding'));
  const encoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (from_bytes === undefined || coding === undefined || encoded) return answer;
  const bytes = Buffer.from(answer.body);
  if (bytes.length === 0 || bytes.length < from_bytes) return answer;
  const body = await codings[coding](bytes);
  return { ...answer, headers: [...answer.headers, ['Content-Encoding', coding]], body };
};

/** The coding that the caller ranks first, where it is one of ours: API Gateway looks at no other. */
const codingFor = (accepted: string | undefined): keyof typeof codings | undefined => {
  const ranked = (accepted ?? '').split(',').map((each) => {
    const [name = '', ...parameters] = each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((one) => one.startsWith('q='));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const [first] = ranked.toSorted((one, other) => other.weight - one.weight);
  return first && first.weight > 0 && Object.hasOwn(codings, first.name)
    ? (first.name as keyof typeof codings)
    : undefined;
};
