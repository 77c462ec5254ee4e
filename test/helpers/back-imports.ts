/** Imports of a later area that still stand, by the importing file. Delete an entry with the import; add none. */
export const backImports: Readonly<Record<string, readonly string[]>> = {
  'functions/identity/customers/redact.ts': ['functions/app/redactions/model.ts'],
};
