const kept = 'onboarding-token';

/** The token of a link, as `ol_sandbox_…`: which environment it is of can be read from it. */
export const tokenForm = /^ol_(sandbox|live)_[0-9A-Za-z]{49}$/;

type Window = {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
};

/**
 * The token that the address has behind `#`, which browsers send to nobody, or the one that this tab had before it was loaded
 * again. It leaves the address, so that no history keeps it; null without one.
 */
export const takeToken = ({ location, history, sessionStorage }: Window): string | null => {
  const given = location.hash.slice(1);
  if (given !== '') {
    history.replaceState(null, '', location.pathname);
    sessionStorage.setItem(kept, given);
  }
  const token = sessionStorage.getItem(kept) ?? '';
  return tokenForm.test(token) ? token : null;
};
