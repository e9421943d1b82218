export { entryFields } from './entry/entry-fields.ts';
export { type Log, memoryLog } from './entry/log.ts';
export { createRecorder } from './entry/recorder.ts';
export { type WriteGuard, fileLog } from './file/file-log.ts';
export { followEntries } from './file/log-cursor.ts';
export { activeName, logFiles } from './file/log-files.ts';
export { readHead } from './file/log-head.ts';
export { type Progress, type ReadLogOptions, readLog, readLogBackwards } from './file/read-log.ts';
export { type Verification, verifyLog } from './file/verify-log.ts';
export { type LogFilter, isSandboxed, passesFilter, projectPath, readSince } from './search/log-filter.ts';
export {
  type FailOn,
  type SummaryFormat,
  exitCodeFor,
  printSummary,
  summarise,
  summaryFormats,
} from './search/refusal-summary.ts';
export { collectRefusals } from './search/refusals.ts';
export { type LogQuery, type LogSearch, searchLog } from './search/search-log.ts';
export { summariseLog } from './search/summarise-log.ts';
