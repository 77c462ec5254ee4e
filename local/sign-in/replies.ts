/** The answer to a request of the sign-in. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
};

/** Redirects a browser. */
export const redirect = (location: string, cookies: readonly string[] = []): Reply => ({
  status: 302,
  headers: {
    location,
    'cache-control': 'no-store',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  },
  body: '',
});

/** JSON for an application, whatever page it runs on. */
export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  },
  body: JSON.stringify(value),
});
