/** Whether a part of the site could not be loaded: browsers say it in words of their own. */
export const isStale = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|error loading/i.test(error.message);
