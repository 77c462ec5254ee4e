import type { Route } from '../route.ts';

/** The headers of a deprecated route: `Deprecation` (RFC 9745) in seconds since 1970, and `Sunset` (RFC 8594) as an HTTP date. */
export const deprecationHeaders = ({ deprecated }: Pick<Route, 'deprecated'>): Record<string, string> => {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
};
