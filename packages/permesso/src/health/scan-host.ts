import { hostNamed } from '../host-lists/hosts.ts';
import type { FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces } from '../install/installer.ts';
import { examineRules } from '../examine/examine-rules.ts';
import { examineOtherCode } from '../examine/other-code.ts';
import { examineSettings } from '../examine/examine-settings.ts';
import type { Examination } from '../examine/examination.ts';
import type { HostFinding } from '../examine/finding.ts';
import { examineStartFiles } from '../examine/start-files.ts';

/** What a host may do here today. Read-only; starts nothing. */
export function scanHost(
  { installer }: FoundHost,
  { places, state }: { readonly places: HostPlaces; readonly state: string },
): readonly HostFinding[] {
  const examination = hostNamed(installer.name)?.examination;
  const findings = [
    ...(examination === undefined ? [] : examineSettings(examination, places)),
    ...examineRules(installer, places),
    ...(examination?.scan?.(places) ?? []),
    ...otherCodeOf(examination, places, state),
    ...examineStartFiles(installer, places),
  ];
  return findings.toSorted(
    (a, b) =>
      order[a.level] - order[b.level] || a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
}

/** Hooks, plugins, mods and extensions that are not ours. */
export function otherCodeOf(
  examination: Examination | undefined,
  places: HostPlaces,
  state: string,
): readonly HostFinding[] {
  return [
    ...examineOtherCode(examination?.code ?? [], places),
    ...(examination?.findCode?.(places, state) ?? []),
  ];
}

const order = { danger: 0, warning: 1 } as const;
