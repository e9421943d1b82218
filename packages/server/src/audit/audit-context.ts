import type { ServerContext } from '../module.ts';
import type { EntrySearch } from './search-entries.ts';
import type { Take } from './take.ts';

export interface AuditNeeds {
  readonly search: EntrySearch;
  /** Takes batches on their way to the database; they are stored at once when absent. */
  readonly take?: Take | undefined;
}

export interface AuditContext extends ServerContext, AuditNeeds {
  readonly batchesTogether: number;
}
