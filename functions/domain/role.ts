/** What a person may be in the dashboard. Programs with keys have no role. */
export const roles = ['owner', 'developer', 'reviewer', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Whether a word names a role. */
export const isRole = (word: unknown): word is Role => roles.some((role) => role === word);
