/** The entry point of this stage for other packages. */
export {
  emptyTail,
  type FieldName,
  type Fields,
  parseEntry,
  type ReadLine,
  readLine,
  seal,
  type SealedLine,
  sha256,
  type Tail,
} from './chain.ts';
export { searchFields } from './search-fields.ts';
export { logEntrySchema, logEntryShapes } from './log-entry.ts';
export type {
  AnswerEntry,
  CompactPart,
  CompactReceipt,
  CompactRule,
  DecisionEntry,
  EndEntry,
  GrantEntry,
  KeptEntry,
  LogEntry,
  Mark,
  RecordedCall,
  StartEntry,
} from './log-entry.ts';
export { type RefusingGate, refusingGates } from './log-entry.ts';
export { createStats, durationBucket, type HourStats, type LogStats, medianDuration } from './log-stats.ts';
export { packWorld, unpackWorld } from './packed-world.ts';
