const [width, height, edge] = [120, 32, 3];

/** How a figure went, hour by hour: a line that ends in a dot. An hour without a value has no point. */
export const Sparkline = ({ values }: { readonly values: readonly (number | null)[] }) => {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const low = Math.min(...known.map(({ value }) => value));
  const span = Math.max(...known.map(({ value }) => value)) - low;
  const points = known.map(({ value, at }) => ({
    x: edge + (at / (values.length - 1)) * (width - 2 * edge),
    // A figure that never changes is a line in the middle.
    y: height - edge - (span === 0 ? 0.5 : (value - low) / span) * (height - 2 * edge),
  }));
  const last = points.at(-1);
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={2.25} />}
    </svg>
  );
};
