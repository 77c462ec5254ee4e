/** Imports of a later area that still stand, by the importing file. Delete an entry with the import; add none. */
export const backImports: Readonly<Record<string, readonly string[]>> = {
  'functions/identity/customers/redact.ts': ['functions/app/redactions/model.ts'],
  'functions/identity/screeners/simulator.ts': ['functions/app/simulations/catalogue.ts'],
  'functions/identity/verifiers/onfido/onfido.ts': ['functions/app/simulations/catalogue.ts'],
  'functions/identity/verifiers/simulator.ts': ['functions/app/simulations/catalogue.ts'],
  'functions/issuing/issuers/simulator.ts': ['functions/app/simulations/catalogue.ts'],
};
