/** The values that this browser keeps for the next visit; nothing where it forbids storage, or has no space left. */
export const remembered = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Keeps a choice for the next visit, where the browser permits it. */
export const remember = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds until the page is loaded again.
  }
};
