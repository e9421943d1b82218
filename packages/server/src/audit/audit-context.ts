import type { ServerContext } from '../module.ts';
import type { EntrySearch } from './search-entries.ts';
import type { Take } from './take.ts';

export interface AuditNeeds {
  readonly search: EntrySearch;
  /** Queues batches for the database; absent: they are stored at once. */
  readonly take?: Take | undefined;
}

export interface AuditContext extends ServerContext, AuditNeeds {
  readonly batchesTogether: number;
}
