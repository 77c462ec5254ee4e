import type { IncomingMessage } from 'node:http';
import { isListed } from '../addresses.ts';
import type { AwsAnswer, Resource } from '../aws-service.ts';
import { AwsError } from '../errors.ts';
import { xmlErrorAnswer } from './xml.ts';

/** The rules for pages of other origins that use objects. */
export type CrossOrigin = {
  /** Answers the request that a browser sends before a page's own. */
  preflight(request: IncomingMessage): AwsAnswer;
  /** The headers that let a page see a response; none where it may not. */
  headers(request: IncomingMessage): Readonly<Record<string, string>>;
};

type Rule = {
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  readonly AllowedHeaders?: readonly string[];
  readonly MaxAge?: number;
};

/** Reads the rules of the templates' buckets. */
export const crossOriginOf = (resources: readonly Resource[]): CrossOrigin => {
  const rules = new Map(
    resources
      .filter(({ type }) => type === 'AWS::S3::Bucket')
      .map(({ physicalId, properties }) => {
        const { CorsRules = [] } = (properties.CorsConfiguration ?? {}) as {
          CorsRules?: readonly Rule[];
        };
        return [physicalId, CorsRules];
      }),
  );
  const ruleFor = (
    request: IncomingMessage,
    method: string,
    headers: readonly string[],
  ): Rule | undefined => {
    const [, bucket = ''] = /^\/([^/?]+)/.exec(request.url ?? '') ?? [];
    const { origin = '' } = request.headers;
    return rules
      .get(bucket)
      ?.find(
        ({ AllowedOrigins, AllowedMethods, AllowedHeaders = [] }) =>
          isListed(origin, AllowedOrigins) &&
          AllowedMethods.includes(method) &&
          headers.every((header) =>
            AllowedHeaders.some((allowed) => allowed.toLowerCase() === header),
          ),
      );
  };
  return {
    preflight: (request) => {
      const {
        'access-control-request-method': method = '',
        'access-control-request-headers': named,
      } = request.headers;
      const headers = named ? named.split(',').map((header) => header.trim().toLowerCase()) : [];
      const rule = ruleFor(request, method, headers);
      if (!rule)
        return xmlErrorAnswer(new AwsError(403, 'AccessForbidden', 'CORSResponse: not allowed.'));
      const age =
        rule.MaxAge === undefined ? undefined : { 'access-control-max-age': String(rule.MaxAge) };
      const allowed = {
        ...allowing(request, rule),
        'access-control-allow-headers': headers.join(', '),
        ...age,
      };
      return { status: 200, headers: allowed, body: '' };
    },
    headers: (request) => {
      const rule = ruleFor(request, request.method ?? '', []);
      return rule ? allowing(request, rule) : {};
    },
  };
};

const allowing = ({ headers }: IncomingMessage, rule: Rule): Record<string, string> => ({
  'access-control-allow-origin': headers.origin ?? '',
  'access-control-allow-methods': rule.AllowedMethods.join(', '),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});
