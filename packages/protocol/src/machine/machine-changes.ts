import type { HeldPolicy, MachineReport, ReportedHost } from './machine-report.ts';

/** One line of a machine's history. `of`: the program that it is about. */
export interface MachineChange {
  readonly what:
    | 'first report'
    | 'client'
    | 'policy'
    | 'baseline'
    | 'enforcement'
    | 'mode'
    | 'sandbox'
    | 'host'
    | 'hook'
    | 'canary';
  readonly of: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** The differences between two reports, except the clock and the log, which always differ. */
export function machineChanges(
  before: MachineReport | undefined,
  now: MachineReport,
): readonly MachineChange[] {
  if (before === undefined) return [{ what: 'first report', of: null, from: null, to: now.client }];
  const own = { of: null } as const;
  return [
    { what: 'client', ...own, from: before.client, to: now.client },
    { what: 'policy', ...own, from: versionText(before.policy), to: versionText(now.policy) },
    { what: 'baseline', ...own, from: versionText(before.baseline), to: versionText(now.baseline) },
    { what: 'enforcement', ...own, from: before.enforcement, to: now.enforcement },
    { what: 'mode', ...own, from: before.mode, to: now.mode },
    { what: 'sandbox', ...own, from: before.sandbox, to: now.sandbox },
    ...hostChanges(before.hosts ?? [], now.hosts ?? before.hosts ?? []),
  ].filter((change): change is MachineChange => change.from !== change.to);
}

function hostChanges(
  before: readonly ReportedHost[],
  now: readonly ReportedHost[],
): readonly MachineChange[] {
  const gone = before.filter(({ name }) => now.every((each) => each.name !== name));
  return [
    ...gone.map(({ name, version }) => ({
      what: 'host' as const,
      of: name,
      from: version ?? 'found',
      to: 'gone',
    })),
    ...now.flatMap((host) =>
      changesOf(
        host,
        before.find(({ name }) => name === host.name),
      ),
    ),
  ];
}

function changesOf(host: ReportedHost, known: ReportedHost | undefined): readonly MachineChange[] {
  const { name: of, version } = host;
  const isVersionKnown = known === undefined || version !== null;
  return [
    // A version that could not be read this time is not a change.
    ...(isVersionKnown
      ? [{ what: 'host' as const, of, from: known?.version ?? null, to: version ?? 'found' }]
      : []),
    { what: 'hook', of, from: known?.hook ?? null, to: host.hook },
    { what: 'canary', of, from: canaryText(known), to: canaryText(host) },
  ];
}

function versionText(held: HeldPolicy | undefined): string | null {
  return held === undefined || held.version === null ? null : String(held.version);
}

function canaryText(host: ReportedHost | undefined): string | null {
  if (host === undefined) return null;
  const { result, at } = host.canary;
  return at === null ? result : `${result} ${at}`;
}
