/** The series that a family of each type has, by the end of their names. */
const SERIES: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** The names of all series that a /metrics page promises, those without a sample yet too. */
export function seriesIn(page: string): string[] {
  return [...page.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
    (SERIES[type] ?? []).map((end) => `${name}${end}`),
  );
}

/** The labels of all samples on the page. */
export function labelsIn(page: string): string[] {
  const samples = page.split('\n').filter((line) => !line.startsWith('#'));
  return samples.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, name = '']) => name));
}
