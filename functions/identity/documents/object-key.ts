/** The document that an object belongs to. */
export type ObjectOwner = {
  readonly tenant_id: string;
  readonly customer_id: string;
  readonly document_id: string;
};

/** `{tenant}/{customer}/{document}`: ids only, so that no listing, link or event of storage contains personal data. */
export const objectKeyOf = ({ tenant_id, customer_id, document_id }: ObjectOwner): string =>
  `${prefixOf({ tenant_id, customer_id })}${document_id}`;

/** The prefix of all objects of a customer. */
export const prefixOf = ({ tenant_id, customer_id }: Omit<ObjectOwner, 'document_id'>): string =>
  `${tenant_id}/${customer_id}/`;

/** The document that a key belongs to; undefined for a key of another form. */
export const ownerOf = (key: string): ObjectOwner | undefined => {
  const [, tenant_id, customer_id, document_id] = shape.exec(key) ?? [];
  if (!tenant_id || !customer_id || !document_id) return undefined;
  return { tenant_id, customer_id, document_id };
};

const shape = /^(biz_[0-9a-z]{26})\/(cus_[0-9a-z]{26})\/(doc_[0-9a-z]{26})$/;
