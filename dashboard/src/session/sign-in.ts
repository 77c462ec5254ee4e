import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { type Role, roles } from '../../../functions/domain/role.ts';
import type { Settings } from '../settings.ts';
import { mayHelp } from './sign-in-again.ts';

/** Who is signed in, as the id token says. */
export type Person = { readonly email: string; readonly role: Role; readonly tenantId: string };

/** Signing in, as the page needs it. */
export type SignIn = {
  /** Null while nobody is. */
  readonly person: () => Person | null;
  /** The id token; empty while nobody is signed in. */
  readonly token: () => string;
  /** Leaves for the sign-in page and comes back to `returnTo`, a path of this site. */
  readonly start: (returnTo: string) => Promise<void>;
  /** Ends what `start` began; answers the path to go on at. */
  readonly finish: () => Promise<string>;
  /** A fresh token, once for all who ask at the same time; false where only signing in again helps. */
  readonly renew: () => Promise<boolean>;
  /** Signs in again because the API refuses every token there is; where that has just not helped, says so instead. */
  readonly startAgain: (returnTo: string) => Promise<void>;
  /** Whether signing in again has not helped. */
  readonly isInVain: () => boolean;
  /** Signs out here and at the sign-in page. */
  readonly leave: () => Promise<void>;
  readonly onChange: (listener: () => void) => () => void;
};

/** The page of this site to which the sign-in page leads back. */
export const signedInPath = '/signed-in';

/** What the sign-in page is left for, kept until it leads back. */
type Leaving = { readonly returnTo: string; readonly again: boolean };

/** Tokens live in memory alone; what outlives the page while somebody signs in is the one-time verifier and where to return. */
export const createSignIn = (settings: Settings['sign_in'], origin: string): SignIn => {
  const manager = managerOf(settings, origin);
  const session = sessionOf(manager);
  let again_at: number | null = null;
  let left = false;
  // Several answers may say at the same time that a sign-in is over; the page is left once.
  const leaveFor = atOnce(async (state: Leaving) => {
    // Nobody is signed in while somebody signs out: the page that asks for a person must not lead them back in.
    if (!left) await manager.signinRedirect({ state });
  });
  const renew = async () => {
    try {
      return session.user()?.refresh_token !== undefined && (await manager.signinSilent()) !== null;
    } catch {
      return false;
    }
  };
  return {
    person: () => personOf(session.user()),
    token: () => session.user()?.id_token ?? '',
    start: (returnTo) => leaveFor({ returnTo, again: false }),
    finish: async () => {
      const { returnTo, again } = ((await manager.signinCallback())?.state ?? {}) as Partial<Leaving>;
      if (again) again_at = Date.now();
      return ownPath(returnTo);
    },
    renew: atOnce(renew),
    startAgain: async (returnTo) =>
      mayHelp(again_at, Date.now()) ? leaveFor({ returnTo, again: true }) : session.giveUp(),
    isInVain: session.isInVain,
    leave: async () => {
      left = true;
      await manager.removeUser();
      const query = new URLSearchParams({ client_id: settings.client_id, logout_uri: `${origin}/` });
      location.assign(`${settings.domain.replace(/\/$/, '')}/logout?${query}`);
    },
    onChange: session.onChange,
  };
};

/** Who is signed in, in memory, and whether signing in was in vain; told to whoever listens. */
const sessionOf = (manager: UserManager) => {
  const listeners = new Set<() => void>();
  let user: User | null = null;
  let inVain = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const set = (next: User | null) => {
    user = next;
    tell();
  };
  manager.events.addUserLoaded(set);
  manager.events.addUserUnloaded(() => set(null));
  return {
    user: () => user,
    isInVain: () => inVain,
    giveUp: () => {
      inVain = true;
      tell();
    },
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Work that goes on once for all who ask for it at the same time. */
const atOnce = <Input extends unknown[], Result>(work: (...input: Input) => Promise<Result>) => {
  let underWay: Promise<Result> | undefined;
  return (...input: Input): Promise<Result> => {
    underWay ??= work(...input).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
};

const managerOf = ({ authority, client_id }: Settings['sign_in'], origin: string) =>
  new UserManager({
    authority,
    client_id,
    redirect_uri: `${origin}${signedInPath}`,
    response_type: 'code',
    // Beside any other scope Cognito leaves tenant and role out of the token.
    scope: 'openid',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: true,
    monitorSession: false,
    loadUserInfo: false,
  });

/** Only a path of this site: what came back from elsewhere leads nowhere else. */
const ownPath = (state: unknown): string =>
  typeof state === 'string' && /^\/(?!\/|\\)/.test(state) && !state.startsWith(signedInPath) ? state : '/';

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

const personOf = (user: User | null): Person | null => {
  if (!user) return null;
  const { profile } = user;
  const role = profile['custom:role'];
  return {
    email: profile.email ?? '',
    role: isRole(role) ? role : 'viewer',
    tenantId: String(profile['custom:tenant_id'] ?? ''),
  };
};
