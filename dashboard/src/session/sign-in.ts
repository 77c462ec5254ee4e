import {
  ErrorResponse,
  InMemoryWebStorage,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { type Role, roles } from '../../../functions/core/access.ts';
import { operatorIdOf } from '../../../functions/core/operator.ts';
import { lastEnvironment } from '../layout/environments.ts';
import { type EnvironmentName, environmentNames, type Settings } from '../settings.ts';
import { wanted } from '../texts/language.ts';
import { mayHelp } from './sign-in-again.ts';

/** The person who is signed in, by the id token. */
export type Person = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly tenantId: string;
};

/** Signing in, as the page needs it. */
export type SignIn = {
  /** Null while nobody is signed in. */
  readonly person: () => Person | null;
  /** The id token; empty while nobody is signed in. */
  readonly token: () => string;
  /** Leaves for the sign-in page and comes back to `returnTo`, a path of this site; the shown page where it is absent. */
  readonly start: (returnTo?: string) => Promise<void>;
  /** Completes what `start` began; returns the path to continue at. */
  readonly finish: () => Promise<string>;
  /** Renews the token, once for all simultaneous callers; false where only signing in again helps; rejects where the connection was lost. */
  readonly renew: () => Promise<boolean>;
  /** Signs in again because the sign-in has ended, and comes back to the shown page. */
  readonly startAgain: () => Promise<void>;
  /** The API rejects the token. */
  readonly reject: () => void;
  /** Why the pages cannot be shown any more; null while they can. */
  readonly ended: () => Ended | null;
  /** Signs out here and at the sign-in page. */
  readonly leave: () => Promise<void>;
  readonly onChange: (listener: () => void) => () => void;
};

/** The page of this site to which the sign-in page leads back. */
export const signedInPath = '/signed-in';

const returnKey = 'dashboard.return-to';

/** The path to continue at once the sign-in page has led back; only a path of this site is followed. */
export const pathToReturnTo = (): string => {
  try {
    const path = sessionStorage.getItem(returnKey) ?? '/';
    return /^\/(?!\/|\\)/.test(path) && !path.startsWith(signedInPath) ? path : '/';
  } catch {
    return '/';
  }
};

/** The page that is shown, as a path of this site. */
export const shownPath = (): string => `${location.pathname}${location.search}${location.hash}`;

/**
 * `expired`: the API rejects the token; signing in again helps. `rejected`: it rejects one that is new. `left`: somebody signed out
 * in another tab.
 */
export type Ended = 'expired' | 'rejected' | 'left';

/** The other tabs of this browser end when somebody signs out in one. */
const signOuts = new BroadcastChannel('dashboard.signed-out');

/** Kept until the sign-in page leads back: whether the API rejected a token before. */
type Leaving = { readonly again: boolean };

/** Signing in to each environment. */
export type SignIns = Readonly<Record<EnvironmentName, SignIn>>;

/** Signing in to each environment: by the session of the sign-in page nobody types a password twice. */
export const createSignIns = (settings: Settings['sign_in'], origin: string): SignIns => {
  const managers = {
    sandbox: managerOf(settings, 'sandbox', origin),
    live: managerOf(settings, 'live', origin),
  };
  const forgetAll = async () => void (await Promise.all(Object.values(managers).map(forget)));
  return {
    sandbox: createSignIn(settings, origin, 'sandbox', managers.sandbox, forgetAll),
    live: createSignIn(settings, origin, 'live', managers.live, forgetAll),
  };
};

/** The environment of a path, or of what the sign-in page leads back with; the last one where neither says. */
export const environmentIn = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): EnvironmentName => {
  const said =
    pathname === signedInPath
      ? new URLSearchParams(search).get('state')?.split(';').at(-1)
      : pathname.split('/')[1];
  return environmentNames.find((one) => one === said) ?? lastEnvironment();
};

/** Tokens are kept in memory only. Only the one-time verifier and the return path outlive the page during a sign-in. */
const createSignIn = (
  settings: Settings['sign_in'],
  origin: string,
  name: EnvironmentName,
  manager: UserManager,
  forgetAll: () => Promise<void>,
): SignIn => {
  const client_id = settings.client_ids[name];
  const session = sessionOf(manager);
  revokeWithPage(session, client_id, settings);
  let again_at: number | null = null;
  let left = false;
  // Several responses may end a sign-in at the same time; the page is left once.
  const leaveFor = singleFlight(async (returnTo: string, state: Leaving) => {
    // While a person signs out, a page that needs a person must not sign them in again.
    if (left) return;
    sessionStorage.setItem(returnKey, returnTo);
    await manager.signinRedirect({ state, url_state: name, extraQueryParams: { lang: wanted } });
  });
  const renew = async () => {
    try {
      return session.user()?.refresh_token !== undefined && (await manager.signinSilent()) !== null;
    } catch (error) {
      // A lost connection ends no sign-in.
      if (error instanceof ErrorResponse) return false;
      throw error;
    }
  };
  return {
    person: () => personOf(session.user()),
    token: () => session.user()?.id_token ?? '',
    start: (returnTo = shownPath()) => leaveFor(returnTo, { again: false }),
    finish: async () => {
      const { again } = ((await manager.signinCallback())?.state ?? {}) as Partial<Leaving>;
      if (again) again_at = Date.now();
      return pathToReturnTo();
    },
    renew: singleFlight(renew),
    startAgain: () => leaveFor(shownPath(), { again: true }),
    reject: () => session.end(mayHelp(again_at, Date.now()) ? 'expired' : 'rejected'),
    ended: session.ended,
    leave: async () => {
      left = true;
      signOuts.postMessage('left');
      await forgetAll();
      const query = new URLSearchParams({ client_id, logout_uri: `${origin}/` });
      location.assign(`${pageOf(settings.domain, 'logout')}?${query}`);
    },
    onChange: session.onChange,
  };
};

const pageOf = (domain: string, path: string): string => `${domain.replace(/\/$/, '')}/${path}`;

/** Ends what could renew a sign-in, and the sign-in. */
const forget = async (manager: UserManager): Promise<void> => {
  await revoked(manager);
  await manager.removeUser();
};

/**
 * Tokens end with the page that has them in memory: when it is closed, or left to sign in to the other environment, nobody
 * could revoke its refresh token later. A page that the browser keeps to go back to has its token still.
 */
const revokeWithPage = (
  session: Session,
  client_id: string,
  { domain }: Settings['sign_in'],
): void =>
  addEventListener('pagehide', ({ persisted }) => {
    const token = persisted ? undefined : session.user()?.refresh_token;
    if (!token) return;
    const body = new URLSearchParams({ token, token_type_hint: 'refresh_token', client_id });
    navigator.sendBeacon(pageOf(domain, 'oauth2/revoke'), body);
  });

/** Ends the refresh token, as far as the sign-in page answers in time: a person who leaves is not kept waiting. */
const revoked = (manager: UserManager): Promise<void> =>
  Promise.race([
    manager.revokeTokens(['refresh_token']).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, revocation_max_ms)),
  ]);

const revocation_max_ms = 3_000;

/** The signed-in person, in memory, and why that has ended; listeners are notified of changes. */
const sessionOf = (manager: UserManager) => {
  const listeners = new Set<() => void>();
  let user: User | null = null;
  let ended: Ended | null = null;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const set = (next: User | null) => {
    user = next;
    notify();
  };
  manager.events.addUserLoaded((next) => {
    set(next);
    // A renewal that was in flight when somebody signed out.
    if (ended === 'left') void forget(manager);
  });
  manager.events.addUserUnloaded(() => set(null));
  const end = (why: Ended) => {
    ended ??= why;
    notify();
  };
  signOuts.addEventListener('message', () => {
    end('left');
    void forget(manager);
  });
  return {
    user: () => user,
    ended: () => ended,
    end,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

type Session = ReturnType<typeof sessionOf>;

/** Runs the work once for all simultaneous callers. */
const singleFlight = <Input extends unknown[], Result>(
  work: (...input: Input) => Promise<Result>,
) => {
  let inFlight: Promise<Result> | undefined;
  return (...input: Input): Promise<Result> => {
    inFlight ??= work(...input).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
};

/** The addresses of a hosted sign-in page of Cognito are known: they are not read before each sign-in. */
const managerOf = (
  { authority, domain, client_ids }: Settings['sign_in'],
  name: EnvironmentName,
  origin: string,
) =>
  new UserManager({
    authority,
    metadata: {
      issuer: authority,
      authorization_endpoint: pageOf(domain, 'oauth2/authorize'),
      token_endpoint: pageOf(domain, 'oauth2/token'),
      revocation_endpoint: pageOf(domain, 'oauth2/revoke'),
    },
    client_id: client_ids[name],
    redirect_uri: `${origin}${signedInPath}`,
    response_type: 'code',
    // With any other scope Cognito leaves tenant and role out of the token.
    scope: 'openid',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: true,
    monitorSession: false,
    loadUserInfo: false,
  });

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

const personOf = (user: User | null): Person | null => {
  if (!user) return null;
  const { profile } = user;
  const role = profile['custom:role'];
  return {
    id: operatorIdOf(profile.sub),
    email: profile.email ?? '',
    role: isRole(role) ? role : 'viewer',
    tenantId: String(profile['custom:tenant_id'] ?? ''),
  };
};
