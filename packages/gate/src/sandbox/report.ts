/** What bubblewrap itself says about the command: that it was started, and how it ended. */
export interface EngineReport {
  /** Of the first process inside, as this machine counts. */
  readonly childPid?: number;
  readonly exitCode?: number;
}

/** Lines of JSON, each with one fact. Anything else is ignored: what is missing means that nothing was started. */
export function readReport(text: string): EngineReport {
  let report: EngineReport = {};
  for (const line of text.split('\n')) {
    const pid = /"child-pid": (\d+)/.exec(line)?.[1];
    const code = /"exit-code": (\d+)/.exec(line)?.[1];
    if (pid !== undefined) report = { ...report, childPid: Number(pid) };
    if (code !== undefined) report = { ...report, exitCode: Number(code) };
  }
  return report;
}
