import { query } from '../../database/query.ts';
import type { TrustedJobs } from './check-identity.ts';

export interface ServiceAccount extends TrustedJobs {
  /** The row of people that it acts as. */
  readonly person: string;
  readonly project: string;
  readonly responsible: string;
  readonly roles: readonly string[];
}

export const findServiceAccount = query<ServiceAccount, { readonly name: string }>(
  import.meta.dirname,
  'find-service-account.sql',
);
