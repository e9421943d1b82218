import { existsSync } from 'node:fs';
import { definedFields } from '@permesso/engine/call';
import { mayExist } from '@permesso/gate/disk';
import { readCanaries, triedDigest, writeCanary, type CanaryRecord } from '../canary/canary-record.ts';
import { runCanary } from '../canary/run-canary.ts';
import { hostNamed } from '../host-lists/hosts.ts';
import type { FoundHost } from '../install/find-hosts.ts';
import { installedPieces } from '../install/installed-pieces.ts';
import type { InstallContext } from '../install/installer.ts';
import { readManifest } from '../install/manifest.ts';
import type { Piece, Registration } from '../install/file-change.ts';
import { managedHook, type ManagedHook } from '../managed/managed-hook.ts';
import { programsOf } from '../install/piece-programs.ts';
import { planHost } from '../install/plan-install.ts';
import { examineSettings } from '../examine/examine-settings.ts';
import type { Check, HostFinding } from '../examine/finding.ts';
import { otherCodeOf } from './scan-host.ts';

/** Whether a host calls us before it acts. */
export interface HostHealth {
  readonly found: FoundHost;
  readonly checks: readonly Check[];
  /** What would keep the hook from being called. */
  readonly shadows: readonly HostFinding[];
  readonly canary: Pick<CanaryRecord, 'result' | 'why'> & { readonly at?: string };
}

export interface HealthOptions {
  readonly situation: Omit<InstallContext, 'exists' | 'trust'>;
  readonly state: string;
  /** Whether the policy loads, so that the expected rules of the hosts' own lists are known. */
  readonly policyLoads: boolean;
  /** Try it in the real program now; otherwise the last result is reported. */
  readonly canary: boolean;
  readonly now: () => Date;
}

export async function hostHealth(found: FoundHost, options: HealthOptions): Promise<HostHealth> {
  const { installer } = found;
  const registrations = installer.register({ ...options.situation, exists: mayExist });
  const [first] = registrations;
  const installed = first === undefined ? undefined : installedPieces(first);
  const examination = hostNamed(installer.name)?.examination;
  const findings = examination === undefined ? [] : examineSettings(examination, options.situation.places);
  const otherCode = otherCodeOf(examination, options.situation.places, options.state);
  const init = `permesso init --host ${installer.name}`;
  const about = aboutNow(found, { situation: options.situation, registrations, installed });
  const canary = options.canary
    ? await tryIt(found, options, about)
    : told(installer.name, options.state, about);
  const managed = managedHook(installer, options.situation);
  const checks: readonly Check[] =
    managed !== undefined
      ? managedChecks(found, { managed, init: 'as root, permesso init --managed' })
      : installed === undefined
        ? [{ name: 'registered', is: 'wrong', what: 'the hook is not registered', fix: init }]
        : [
            await registered(found, options),
            ...files(found, { installed, init }),
            ...(examination?.checks?.({
              programs: options.situation.programs,
              places: options.situation.places,
              state: options.state,
              isProven: canary.result === 'proven',
            }) ?? []),
            ...otherCode.filter(({ level }) => level === 'warning').map(asCheck),
          ];
  return {
    found,
    checks,
    shadows:
      managed === undefined
        ? [
            ...findings.filter(({ about: concern }) => concern === 'hooks-off' || concern === 'unreadable'),
            ...otherCode.filter(({ level }) => level === 'danger'),
          ]
        : findings.filter(({ what }) => what === managed.offBy),
    canary,
  };
}

function managedChecks(
  found: FoundHost,
  { managed, init }: { readonly managed: ManagedHook; readonly init: string },
): readonly Check[] {
  const what = `the hook is registered for every user, in ${managed.path}`;
  return [{ name: 'registered', is: 'ok', what }, ...files(found, { installed: managed.installed, init })];
}

interface Registered {
  readonly situation: HealthOptions['situation'];
  readonly registrations: readonly Registration[];
  readonly installed: readonly Piece[] | undefined;
}

/** Identifies what a canary would try now. */
function aboutNow({ program }: FoundHost, { situation, registrations, installed }: Registered): string {
  const { node, hook, timeout, plugin } = situation.programs;
  const guard = registrations.filter(({ pieces: [piece] }) => piece.as === 'file' && piece.runs === true);
  return triedDigest({
    registration: installed,
    files: [program, node, hook, timeout, plugin, ...guard.map(({ path }) => path)],
  });
}

/** The last canary's result, if it applies to the current installation. */
export function lastCanary(
  found: FoundHost,
  { situation, state }: Pick<HealthOptions, 'situation' | 'state'>,
): HostHealth['canary'] {
  const registrations = found.installer.register({ ...situation, exists: mayExist });
  const [first] = registrations;
  const installed = first === undefined ? undefined : installedPieces(first);
  return told(found.installer.name, state, aboutNow(found, { situation, registrations, installed }));
}

/** Compares with what we would write now: with this node, this policy, and trust where the host needs it. */
async function registered(
  found: FoundHost,
  { situation, state, policyLoads }: HealthOptions,
): Promise<Check> {
  const init = `permesso init --host ${found.installer.name}`;
  const plan = await planHost(found, {
    situation,
    state,
    manifest: readManifest(state),
  });
  const [problem] = plan.problems;
  if (problem !== undefined) return { name: 'registered', is: 'wrong', what: problem, fix: 'fix the file' };
  const trust = plan.changes.find(({ pieces }) => pieces.some(({ as }) => as === 'toml-table'));
  if (trust !== undefined)
    return { name: 'registered', is: 'wrong', what: 'the hook is not trusted, so it is skipped', fix: init };
  const [change] = plan.changes;
  if (change !== undefined && !policyLoads)
    return {
      name: 'registered',
      is: 'unknown',
      what: 'the hook is registered; what else belongs there is known when the policy loads',
    };
  if (change !== undefined)
    return {
      name: 'registered',
      is: 'wrong',
      what: `${change.path} is not what init would write now`,
      fix: init,
    };
  const [note] = plan.notes;
  if (note !== undefined) return { name: 'registered', is: 'unknown', what: note };
  return { name: 'registered', is: 'ok', what: 'the hook is registered as init would write it' };
}

/**
 * A command that names a missing node or hook refuses everything; a host that loads us itself then runs everything.
 */
function files(
  { installer }: FoundHost,
  { installed, init }: { readonly installed: readonly Piece[]; readonly init: string },
): readonly Check[] {
  const gone = programsOf(installed).filter((path) => !existsSync(path));
  const then = installer.opensWithoutUs === true ? 'every call runs' : 'every call is refused';
  return gone.length === 0
    ? [{ name: 'files', is: 'ok', what: 'the files that the hook starts exist' }]
    : gone.map((path) => ({ name: 'files', is: 'wrong', what: `${path} is gone: ${then}`, fix: init }));
}

function asCheck({ what, file, line, fix }: HostFinding): Check {
  const place = line === undefined ? file : `${file}:${line}`;
  return { name: 'other-code', is: 'unknown', what: `${place}: ${what}`, fix };
}

async function tryIt(found: FoundHost, options: HealthOptions, about: string): Promise<HostHealth['canary']> {
  const { name } = found.installer;
  const recipe = hostNamed(name)?.canary;
  if (recipe === undefined)
    return { result: 'unproven', why: 'its program cannot be started without a person' };
  const trustKey = found.installer.trust?.keyOf(options.situation.places);
  const { result, why } = await runCanary({
    found,
    recipe,
    situation: options.situation,
    ...definedFields({ trustKey }),
  });
  const record = { host: name, result, why, about, at: options.now().toISOString() };
  writeCanary(options.state, record);
  return record;
}

function told(host: string, state: string, about: string): HostHealth['canary'] {
  const last = readCanaries(state).find((record) => record.host === host);
  if (last === undefined) return { result: 'unproven', why: 'run permesso doctor --canary' };
  return last.about === about
    ? last
    : {
        result: 'unproven',
        why: `changed since it was tried on ${last.at.slice(0, 10)}: permesso doctor --canary`,
      };
}
