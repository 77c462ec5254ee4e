import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Duration, type Stack } from 'aws-cdk-lib/core';
import { documentBucket, type Environment, globalName } from './environments.ts';
import { signInPages } from './sign-in.ts';

/** The headers of every answer of the site: what a browser may load, send and show there, and how it reaches it. */
export const siteHeaders = (
  stack: Stack,
  live: Environment,
  environments: readonly Environment[],
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, 'Headers', {
    responseHeadersPolicyName: globalName(live, 'site'),
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy(stack, environments),
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=()',
          override: true,
        },
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
      ],
    },
  });

/**
 * React Aria adds these two constant styles to a page, for presses and, on iOS, for scrolling below a dialog. The policy allows
 * exactly these texts; a test computes them again from the installed version.
 */
const styleHashes = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
];

/** Its own files, the sign-in and the documents, which go to their bucket and come from there; nothing else. */
const contentSecurityPolicy = (stack: Stack, environments: readonly Environment[]): string => {
  const documents = environments.map(
    (environment) =>
      `https://${documentBucket(environment, environment.account ?? stack.account)}.s3.${environment.region}.amazonaws.com`,
  );
  const issuer = `https://cognito-idp.${stack.region}.amazonaws.com`;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styleHashes],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...documents],
    'connect-src': ["'self'", issuer, signInPages(stack), ...documents],
    'form-action': ["'self'", signInPages(stack)],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
};
