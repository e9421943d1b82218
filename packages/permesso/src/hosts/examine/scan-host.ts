import { examineMods } from '../claude-code/examine-mods.ts';
import { skippedHooks } from '../codex/skipped-hooks.ts';
import { skippedRepositoryHooks } from '../copilot-cli/skipped-hooks.ts';
import { examinations } from '../examinations.ts';
import type { FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces } from '../install/installer.ts';
import { examineRules } from './examine-rules.ts';
import { guardName } from '../install/guard-name.ts';
import { examineOtherCode } from './other-code.ts';
import { examineSettings } from './examine-settings.ts';
import type { Finding } from './finding.ts';
import { examineStartFiles } from './start-files.ts';

/** What a host may do here today. Reads only, and starts nothing. */
export function scanHost(
  { installer }: FoundHost,
  { places, state }: { readonly places: HostPlaces; readonly state: string },
): readonly Finding[] {
  const examination = examinations.get(installer.name);
  const findings = [
    ...(examination === undefined ? [] : examineSettings(examination, places)),
    ...examineRules(installer, places),
    ...(ownScans.get(installer.name)?.(places) ?? []),
    ...otherCodeOf(installer.name, { places, state }),
    ...examineStartFiles(places).filter(({ host }) => host === installer.name),
  ];
  return findings.toSorted(
    (a, b) =>
      order[a.level] - order[b.level] || a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
}

/** Hooks, plugins, mods and extensions that are not ours. */
export function otherCodeOf(
  host: string,
  { places, state }: { readonly places: HostPlaces; readonly state: string },
): readonly Finding[] {
  return host === 'claude-code'
    ? examineMods(places, { state, guard: { name: guardName(state), state } })
    : examineOtherCode(host, places);
}

const order = { danger: 0, warning: 1 } as const;

const ownScans: ReadonlyMap<string, (places: HostPlaces) => readonly Finding[]> = new Map([
  ['codex', skippedHooks],
  ['copilot-cli', skippedRepositoryHooks],
]);
