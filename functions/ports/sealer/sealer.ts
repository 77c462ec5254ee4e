/** What a sealed value belongs to: it opens only under the same context. */
export type SealContext = { readonly tenant: string; readonly resource: string };

/** Closes small secrets (up to 4096 bytes) so that whoever reads the table cannot read them. */
export type Sealer = {
  /** The sealed value, base64. */
  seal(plain: string, context: SealContext): Promise<string>;
  /** What was sealed under this context. */
  open(sealed: string, context: SealContext): Promise<string>;
};
