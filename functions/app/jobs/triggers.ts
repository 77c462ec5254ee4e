/** The resources that are counted, and the changes that `count-changes` must see. */
export const countedResources = [
  { kind: 'customer', names: ['INSERT'] },
  { kind: 'verification', names: ['INSERT', 'MODIFY'] },
  { kind: 'authorization', names: ['INSERT', 'MODIFY'] },
] as const;
