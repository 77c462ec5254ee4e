declare module 'virtual:route-table' {
  /** Every route that the dashboard reaches, without its schemas. */
  export const routeTable: readonly import('./api/client.ts').RouteLine[];
}
