/** One of a few, such as a period: all are seen, one is chosen. */
export const Choices = <Id extends string>(props: {
  readonly label: string;
  readonly value: Id;
  readonly options: Readonly<Record<Id, string>>;
  readonly onChange: (chosen: Id) => void;
}) => (
  <fieldset className="choices" aria-label={props.label}>
    {(Object.entries(props.options) as [Id, string][]).map(([id, text]) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === props.value}
        onClick={() => props.onChange(id)}
      >
        {text}
      </button>
    ))}
  </fieldset>
);
