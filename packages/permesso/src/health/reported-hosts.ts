import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { HookState, ReportedHost } from '@permesso/protocol/machine';
import { packageAround, targetOf, mayExist } from '@permesso/gate/disk';
import type { Piece } from '../install/file-change.ts';
import { findHosts, type FoundHost } from '../install/find-hosts.ts';
import { installedPieces } from '../install/installed-pieces.ts';
import type { HostPlaces, Programs } from '../install/installer.ts';
import { programsOf } from '../install/piece-programs.ts';
import { hostNamed, hosts } from '../host-lists/hosts.ts';
import { managedHook } from '../managed/managed-hook.ts';
import { examineSettings } from '../examine/examine-settings.ts';
import { lastCanary } from './host-health.ts';
import { otherCodeOf } from './scan-host.ts';

export interface ReportedPlaces {
  readonly places: HostPlaces;
  readonly programs: Programs;
  /** Permesso's state directory. */
  readonly state: string;
}

/**
 * The agent programs of this machine as reported to its team: `doctor`'s checks of files and settings. Starts no
 * program, and does not compare with what `init` would write, because that starts some programs.
 */
export function reportedHosts(machine: ReportedPlaces): readonly ReportedHost[] {
  return findHosts(hosts, machine.places).map((found) => ({
    name: found.installer.name,
    version: found.program === undefined ? null : programVersion(found.program),
    hook: hookState(found, machine),
    canary: canaryOf(found, machine),
  }));
}

function hookState({ installer }: FoundHost, { places, programs, state }: ReportedPlaces): HookState {
  const managed = managedHook(installer, { programs });
  if (managed !== undefined) {
    const examined = hostNamed(installer.name)?.examination;
    const found = examined === undefined ? [] : examineSettings(examined, places);
    const isOff = found.some(({ what }) => what === managed.offBy);
    return isOff ? 'off' : hookFilesState(managed.installed, installer);
  }
  const [first] = installer.register({ places, programs, denies: [], exists: mayExist });
  const installed = first === undefined ? undefined : installedPieces(first);
  if (installed === undefined) return 'missing';
  const examination = hostNamed(installer.name)?.examination;
  const settings = examination === undefined ? [] : examineSettings(examination, places);
  const isOff =
    settings.some(({ about }) => about === 'hooks-off' || about === 'unreadable') ||
    otherCodeOf(examination, places, state).some(({ level }) => level === 'danger');
  return isOff ? 'off' : hookFilesState(installed, installer);
}

function hookFilesState(installed: readonly Piece[], { opensWithoutUs }: FoundHost['installer']): HookState {
  if (programsOf(installed).every((path) => existsSync(path))) return 'registered';
  return opensWithoutUs === true ? 'open' : 'broken';
}

function canaryOf(found: FoundHost, { places, programs, state }: ReportedPlaces): ReportedHost['canary'] {
  const { result, at } = lastCanary(found, { situation: { places, programs, denies: [] }, state });
  return { result, at: at === undefined ? null : momentOf(at) };
}

function momentOf(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

const release = /^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,40})?$/;

/** The version of its package, or the one in the name of the link's target: `.../versions/2.1.34`. */
function programVersion(program: string): string | null {
  const target = targetOf(program);
  const named = [basename(target), basename(dirname(target))].find((name) => release.test(name));
  const version = named ?? packageAround(target)?.version;
  return version !== undefined && release.test(version) ? version : null;
}
