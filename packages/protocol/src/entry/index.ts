/** What other packages import of this stage. */
export {
  emptyTail,
  type FieldName,
  type Fields,
  parseEntry,
  type ReadLine,
  readLine,
  seal,
  type Sealed,
  sha256,
  type Tail,
} from './chain.ts';
export { searchFields } from './search-fields.ts';
export type {
  AnswerEntry,
  CompactPart,
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
export { packEntries, unpackWorld } from './packed-world.ts';
