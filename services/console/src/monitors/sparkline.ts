// Decides how numbers are drawn as a small line. Gaps stay gaps, and the scale begins at zero.

/** The path of an SVG of this size. A single number between gaps is a short dash. Empty if there is no number. */
export function sparkline(values: readonly (number | null)[], width: number, height: number): string {
  const most = Math.max(1, ...values.filter((value) => value !== null));
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const y = (value: number): string => round(height - (value / most) * height);
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const isStart = index === 0 || values[index - 1] === null;
    const isAlone = isStart && (values[index + 1] ?? null) === null;
    path += `${isStart ? 'M' : 'L'}${round(index * step)} ${y(value)}${isAlone ? 'h2' : ''}`;
  });
  return path;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
