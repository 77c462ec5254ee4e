import { filled, t } from '../../texts/texts.ts';
import { Fold } from '../../ui/fold.tsx';
import { Term } from '../../ui/page.tsx';
import { boundsText, type OpenapiDocument, resolved, type Schema, typeText } from './document.ts';

type Shown = { readonly document: OpenapiDocument; readonly schema: Schema };

const depth_max = 6;

/** The fields of a schema; those of a field are drawn when it is opened. */
export const Properties = ({
  document,
  schema,
  depth = 0,
}: Shown & { readonly depth?: number }) => {
  const shape = resolved(document, schema);
  if (!shape || depth > depth_max) return null;
  const choices = shape.oneOf ?? shape.anyOf;
  if (choices)
    return choices
      .filter(({ type }) => type !== 'null')
      .map((choice) => (
        <Nested
          key={typeText(choice)}
          title={filled(t.reference.oneOfType, { type: typeText(choice) })}
          document={document}
          schema={choice}
          depth={depth}
        />
      ));
  if (shape.type === 'array' && shape.items)
    return <Properties document={document} schema={shape.items} depth={depth + 1} />;
  return (
    <dl className="headers">
      {Object.entries(shape.properties ?? {}).map(([name, property]) => (
        <Term key={name} name={name} mark={shape.required?.includes(name) && t.reference.required}>
          <Property document={document} schema={property} depth={depth} />
        </Term>
      ))}
    </dl>
  );
};

const Property = ({ document, schema, depth }: Shown & { readonly depth: number }) => {
  const shape = resolved(document, schema) ?? schema;
  return (
    <>
      {[typeText(schema), boundsText(shape)].filter(Boolean).join(', ')}.{' '}
      <Inline text={schema.description ?? shape.description ?? ''} />
      {hasFields(document, shape) && (
        <Nested title={t.reference.fields} document={document} schema={schema} depth={depth} />
      )}
    </>
  );
};

const hasFields = (
  document: OpenapiDocument,
  { properties, items, anyOf, oneOf }: Schema,
): boolean => {
  const inner = items ?? (anyOf ?? oneOf)?.find(({ type }) => type !== 'null');
  return (
    properties !== undefined ||
    (inner !== undefined && resolved(document, inner)?.properties !== undefined)
  );
};

const Nested = ({
  title,
  document,
  schema,
  depth,
}: Shown & { readonly title: string; readonly depth: number }) => (
  <Fold title={title}>
    <Properties document={document} schema={schema} depth={depth + 1} />
  </Fold>
);

/** Plain CommonMark of the contract: paragraphs and code. Nothing else is read into it. */
export const Prose = ({ text }: { readonly text: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));

/** A line with code in it. */
export const Inline = ({ text }: { readonly text: string }) => {
  let position = 0;
  return text.split('`').map((part, index) => {
    position += part.length + 1;
    return index % 2 === 1 ? <code key={position}>{part}</code> : part;
  });
};
