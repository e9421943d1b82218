export { approvalFiles } from '../approval/stores/approval-files.ts';
export {
  memoryApprovals,
  type ApprovalStore,
  type Awaitable,
  type StoreLimits,
  type SyncApprovalStore,
  type WantedApprovals,
} from '../approval/stores/approval-store.ts';
export { grantFiles, type GrantFilesOptions, type SavedRule } from '../approval/stores/grant-files.ts';
export {
  memoryGrants,
  type GrantReader,
  type GrantStore,
  type SyncGrantStore,
} from '../approval/stores/grant-store.ts';
export type { LimitClaim, LimitStore, Reservation } from '../limits/limit-store.ts';
export type { SessionEvent, SessionKey, SessionStore } from '../sessions/session-store.ts';
export type { KeptEntry } from '@permesso/protocol/entry';
export { fileLog, type FileLog, type FileLogOptions } from '../log/file/file-log.ts';
export {
  memoryLog,
  type Entry,
  type GateEvent,
  type Log,
  type LogSink,
  type LogStore,
  type WantedEntries,
} from '../log/entry/log.ts';
