/** The entry point of this stage for other packages. */
export { type EntryStanding, isFarFrom } from './entry-standing.ts';
export { csvHeader, csvRow, entryReason, inputText } from './export-csv.ts';
export { ocsfEvent } from './export-ocsf.ts';
export { otlpBatch, otlpRequest } from './export-otlp.ts';
