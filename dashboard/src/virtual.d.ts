declare module 'virtual:route-table' {
  /** Every route that the dashboard reaches, without its schemas: where it is, and who may call it. */
  export const routeTable: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly roles: readonly import('../../functions/core/access.ts').Role[];
  }[];
}
