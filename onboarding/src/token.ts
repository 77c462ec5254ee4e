import { unlessRefused } from './browser.ts';
import { typedKey } from './typed.ts';

const kept = 'onboarding-token';

/** The token of a link, as `ol_sandbox_…`: which environment it is of can be read from it. */
export const tokenForm = /^ol_(sandbox|live)_[0-9A-Za-z]{49}$/;

type Window = {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/**
 * The token that the address has behind `#`, which browsers send to nobody, or the one that this tab had before it was loaded
 * again. It leaves the address, so that no list of visited pages has it; null without one. Where storage is blocked, even
 * reading `sessionStorage` throws: then the entry of this tab's history keeps the token.
 */
export const takeToken = (window: Window): string | null => {
  const { location, history } = window;
  const given = location.hash.slice(1);
  if (given !== '') {
    const isKept = unlessRefused(() => {
      // Another link is perhaps another person's.
      if (window.sessionStorage.getItem(kept) !== given) window.sessionStorage.removeItem(typedKey);
      window.sessionStorage.setItem(kept, given);
      return window.sessionStorage.getItem(kept) === given;
    });
    history.replaceState(isKept ? null : { [kept]: given }, '', location.pathname);
  }
  const stated: unknown = history.state?.[kept];
  const token =
    given ||
    (typeof stated === 'string' && stated) ||
    unlessRefused(() => window.sessionStorage.getItem(kept));
  return token && tokenForm.test(token) ? token : null;
};
