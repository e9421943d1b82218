import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type PolicyVersion,
  policyVersion,
  type Rollback,
  rollbackList,
  type Rollout,
  rollout,
  versionList,
  type VersionRow,
} from '@permesso/protocol/console';
import { get } from '../api.ts';

/** The page's state, kept in the URL. */
export interface PolicyAddress {
  readonly project?: string;
  /** `baseline`: the policy of every project in the organisation, instead of one project's. */
  readonly of?: string;
  readonly version?: string;
  readonly tab?: string;
  /** The open sheet: `new` or `brakes`. */
  readonly sheet?: string;
}

/** The polling interval for rates while a rollout is on the screen. */
const lookEveryMs = 2000;

export interface KnownPolicy {
  readonly versions: readonly VersionRow[];
  readonly rollout: Rollout;
  /** The last version whose rollout was stopped. */
  readonly stop: Rollback | undefined;
}

export interface PolicyState {
  readonly project: string;
  readonly address: PolicyAddress;
  readonly go: (change: PolicyAddress) => void;
  readonly known: KnownPolicy | undefined;
  readonly error: Error | null;
  /** The open version; the newest if the URL names none. */
  readonly number: number | undefined;
  readonly open: PolicyVersion | undefined;
  readonly openError: Error | null;
  readonly reload: () => Promise<void>;
}

export function usePolicy(project: string): PolicyState {
  const address: PolicyAddress = useSearch({ from: '/policy' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const path = `/v1/projects/${project}`;
  const { data: known, error } = useQuery({
    queryKey: ['policy', project],
    queryFn: async (): Promise<KnownPolicy> => {
      const [{ versions }, way, { stops }] = await Promise.all([
        get(versionList, `${path}/policies`),
        get(rollout, `${path}/rollout`),
        get(rollbackList, `/api/stopped?project=${project}`),
      ]);
      return { versions, rollout: way, stop: stops[0] };
    },
    refetchInterval: lookEveryMs,
  });
  const named = Number(address.version);
  const row = known?.versions.find(({ number }) => number === named) ?? known?.versions[0];
  const { data: open, error: openError } = useQuery({
    // Its changes depend on the active version, and it may be reviewed at any time.
    queryKey: ['policy-version', project, row?.number, row?.reviewedAt, known?.rollout.current],
    queryFn: () => get(policyVersion, `${path}/policies/${row?.number}`),
    enabled: row !== undefined,
    placeholderData: keepPreviousData,
  });
  return {
    project,
    address,
    go: (change) =>
      void navigate({
        to: '/policy',
        search: (now: object) => ({ ...now, ...change }),
        replace: change.version === undefined && change.sheet === undefined,
      }),
    known,
    error,
    number: row?.number,
    open: open?.number === row?.number ? open : undefined,
    openError,
    reload: async () => {
      await client.invalidateQueries({ queryKey: ['policy', project] });
      await client.invalidateQueries({ queryKey: ['policy-version', project] });
    },
  };
}

export type VersionState = 'active' | 'rolling' | 'shadow' | 'blocked' | 'draft' | 'back' | 'earlier';

export function stateOf({ number, objection, publishedAt }: VersionRow, known: KnownPolicy): VersionState {
  const { current, candidate, stage } = known.rollout;
  if (number === current) return 'active';
  if (number === candidate) return stage === 'share' ? 'rolling' : 'shadow';
  if (objection !== null) return 'blocked';
  if (known.stop?.version === String(number)) return 'back';
  return publishedAt === null ? 'draft' : 'earlier';
}
