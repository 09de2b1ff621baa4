// Decides how the results of several jest runs read as one line.

/** The part of jest's JSON report that counts. */
export interface JestReport {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not be run at all, whose tests are therefore in no other number. */
  readonly numRuntimeErrorTestSuites: number;
}

/** `missing`: runs without a report, because they were cut short. */
export function totalsLine(reports: readonly JestReport[], missing: number): string {
  const sum = (count: (report: JestReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const passed = sum((report) => report.numPassedTests);
  const failed = sum((report) => report.numFailedTests + report.numRuntimeErrorTestSuites) + missing;
  const skipped = sum((report) => report.numPendingTests + report.numTodoTests);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
