import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { type Role, roles } from '../../../functions/domain/role.ts';
import type { Settings } from '../settings.ts';

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
  /** Signs out here and at the sign-in page. */
  readonly leave: () => Promise<void>;
  readonly onChange: (listener: () => void) => () => void;
};

/** Tokens live in memory alone; what outlives the page while somebody signs in is the one-time verifier and where to return. */
export const createSignIn = (settings: Settings['sign_in'], origin: string): SignIn => {
  const manager = managerOf(settings, origin);
  const listeners = new Set<() => void>();
  let user: User | null = null;
  const set = (next: User | null) => {
    user = next;
    for (const listener of listeners) listener();
  };
  manager.events.addUserLoaded(set);
  manager.events.addUserUnloaded(() => set(null));
  let leaving: Promise<void> | undefined;
  let renewing: Promise<boolean> | undefined;
  const renew = async () => {
    try {
      return user?.refresh_token !== undefined && (await manager.signinSilent()) !== null;
    } catch {
      return false;
    }
  };
  return {
    person: () => (user ? personOf(user) : null),
    token: () => user?.id_token ?? '',
    start: (returnTo) => {
      // Several answers may say at the same time that a sign-in is over; the page is left once.
      leaving ??= manager.signinRedirect({ state: returnTo }).catch((error: unknown) => {
        leaving = undefined;
        throw error;
      });
      return leaving;
    },
    finish: async () => {
      const { state } = (await manager.signinCallback()) ?? {};
      return ownPath(state);
    },
    renew: () => {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    leave: async () => {
      await manager.removeUser();
      const query = new URLSearchParams({ client_id: settings.client_id, logout_uri: `${origin}/` });
      location.assign(`${settings.domain.replace(/\/$/, '')}/logout?${query}`);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const managerOf = ({ authority, client_id }: Settings['sign_in'], origin: string) =>
  new UserManager({
    authority,
    client_id,
    redirect_uri: `${origin}/signed-in`,
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
  typeof state === 'string' && /^\/(?!\/|\\)/.test(state) && !state.startsWith('/signed-in') ? state : '/';

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

const personOf = ({ profile }: User): Person => {
  const role = profile['custom:role'];
  return {
    email: profile.email ?? '',
    role: isRole(role) ? role : 'viewer',
    tenantId: String(profile['custom:tenant_id'] ?? ''),
  };
};
