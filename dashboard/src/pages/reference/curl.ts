import { exampleOf, type OpenapiDocument, type Placed } from './document.ts';

/** Whom a sample speaks for. */
export type Caller = { readonly base: string; readonly tenantId: string };

/** A call as it can be pasted into a shell, with the caller's own base address and business; keys come from the shell. */
export const curlOf = (document: OpenapiDocument, { method, path, operation }: Placed, caller: Caller): string => {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const open = operation.security?.length === 0;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${caller.base.replace(/\/$/, '')}${path}"`,
    ...(open ? [] : [`-H "Api-Key: $SECRET_KEY"`, `-H "x-tenant-id: ${caller.tenantId}"`]),
    ...(method === 'POST' ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(schema
      ? [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(exampleOf(document, schema)))}`]
      : []),
  ];
  return lines.join(' \\\n  ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
