/** The name and version of package.json, as `User-Agent` has them (RFC 9110, section 10.1.5). */
export const product = 'financial-services-client/0.2.0';
