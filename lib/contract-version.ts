/** The contract version of the newest release that a changelog has a section of; the first before there is one. */
export const contractVersionOf = (changelog: string): string =>
  /^## .*\bcontract (\d+\.\d+\.\d+)$/im.exec(changelog)?.[1] ?? '1.0.0';
