import { existsSync } from 'node:fs';
import { mayExist, readText } from '../../world/read-text.ts';
import { readCanaries, triedDigest, writeCanary, type CanaryRecord } from '../canary/canary-record.ts';
import { runCanary } from '../canary/run-canary.ts';
import { canaries } from '../canaries.ts';
import { hooksFile } from '../codex/install.ts';
import { examinations } from '../examinations.ts';
import { askCodexForTrust } from '../install/ask-codex.ts';
import { codexTrustKey } from '../install/codex-trust-key.ts';
import type { FoundHost } from '../install/find-hosts.ts';
import { installedPieces } from '../install/installed-pieces.ts';
import type { Situation } from '../install/installer.ts';
import { readManifest } from '../install/manifest.ts';
import type { Piece } from '../install/piece.ts';
import { planHost } from '../install/plan-install.ts';
import { heartbeatFile, type Heartbeat } from '../opencode/heartbeat.ts';
import { guardProblem } from '../claude-code/examine-mods.ts';
import { examineSettings } from './examine-settings.ts';
import type { Finding } from './finding.ts';
import { otherCodeOf } from './scan-host.ts';

/** Whether a host asks us before it does anything. */
export interface HostHealth {
  readonly found: FoundHost;
  readonly checks: readonly Check[];
  /** What would keep the hook from being heard. */
  readonly shadows: readonly Finding[];
  readonly canary: Pick<CanaryRecord, 'result' | 'why'> & { readonly at?: string };
}

export interface Check {
  readonly name: string;
  readonly is: 'ok' | 'wrong' | 'unknown';
  readonly what: string;
  readonly mend?: string;
}

export interface HealthOptions {
  readonly situation: Omit<Situation, 'exists' | 'trust'>;
  readonly state: string;
  /** Whether it is known which rules should stand in the hosts' own lists. */
  readonly policyLoads: boolean;
  /** Try it in the real program now; else what was tried before is told. */
  readonly canary: boolean;
  readonly now: () => Date;
}

export async function hostHealth(found: FoundHost, options: HealthOptions): Promise<HostHealth> {
  const { installer } = found;
  const registrations = installer.register({ ...options.situation, exists: mayExist });
  const [first] = registrations;
  const installed = first === undefined ? undefined : installedPieces(first);
  const examination = examinations.get(installer.name);
  const findings = examination === undefined ? [] : examineSettings(examination, options.situation.places);
  const otherCode = otherCodeOf(installer.name, {
    places: options.situation.places,
    state: options.state,
  });
  const init = `permesso init --host ${installer.name}`;
  const { node, hook, timeout, plugin } = options.situation.programs;
  const guard = registrations.filter(({ pieces: [piece] }) => piece.as === 'file' && piece.runs === true);
  const about = triedDigest({
    registration: installed,
    files: [found.program, node, hook, timeout, plugin, ...guard.map(({ path }) => path)],
  });
  const canary = options.canary ? await tryIt(found, options, about) : told(installer.name, options, about);
  const checks: readonly Check[] =
    installed === undefined
      ? [{ name: 'registered', is: 'wrong', what: 'the hook is not registered', mend: init }]
      : [
          await registered(found, options),
          ...files(found, { installed, init }),
          ...heartbeat(found, { ...options, isProven: canary.result === 'proven' }),
          ...guardChecks(found, options),
          ...otherCode.filter(({ level }) => level === 'warning').map(asCheck),
        ];
  return {
    found,
    checks,
    shadows: [
      ...findings.filter(({ about: concern }) => concern === 'hooks-off' || concern === 'unreadable'),
      ...otherCode.filter(({ level }) => level === 'danger'),
    ],
    canary,
  };
}

/** As we would write it now: with this node, this policy, and trust where the host wants it. */
async function registered(
  found: FoundHost,
  { situation, state, policyLoads }: HealthOptions,
): Promise<Check> {
  const init = `permesso init --host ${found.installer.name}`;
  const plan = await planHost(found, {
    situation,
    state,
    manifest: readManifest(state),
    askTrust: (at, { path, text }) => {
      if (at.program === undefined) throw new Error('there is no codex on PATH');
      return askCodexForTrust({
        program: at.program,
        file: path,
        text,
        path: situation.places.env['PATH'] ?? '',
      });
    },
  });
  const [problem] = plan.problems;
  if (problem !== undefined) return { name: 'registered', is: 'wrong', what: problem, mend: 'mend the file' };
  const trust = plan.changes.find(({ pieces }) => pieces.some(({ as }) => as === 'toml-table'));
  if (trust !== undefined)
    return { name: 'registered', is: 'wrong', what: 'the hook is not trusted, so it is skipped', mend: init };
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
      mend: init,
    };
  const [note] = plan.notes;
  if (note !== undefined) return { name: 'registered', is: 'unknown', what: note };
  return { name: 'registered', is: 'ok', what: 'the hook is registered as init would write it' };
}

/** A command that names a node or a hook that is gone refuses everything; a host that loads us itself runs everything. */
function files(
  { installer }: FoundHost,
  { installed, init }: { readonly installed: readonly Piece[]; readonly init: string },
): readonly Check[] {
  const text = JSON.stringify(installed);
  const named = [...new Set(text.match(/(?<=[\s'"(]|file:\/\/)\/[^\s'"\\)]+/g) ?? [])];
  const gone = named.filter((path) => /\.(?:[cm]?js|ts)$|\/node$|\/timeout$/.test(path) && !existsSync(path));
  const then = installer.opensWithoutUs === true ? 'every call runs' : 'every call is refused';
  return gone.length === 0
    ? [{ name: 'files', is: 'ok', what: 'what the hook names is there' }]
    : gone.map((path) => ({ name: 'files', is: 'wrong', what: `${path} is gone: ${then}`, mend: init }));
}

/** Without the guard a mod of a project decides instead of our hook. */
function guardChecks({ installer }: FoundHost, { situation }: HealthOptions): readonly Check[] {
  const { guard } = situation.programs;
  if (installer.name !== 'claude-code' || guard === undefined) return [];
  const problem = guardProblem(situation.places, guard);
  return problem === undefined
    ? [{ name: 'guard', is: 'ok', what: 'the guard mod stands before all other mods' }]
    : [{ name: 'guard', is: 'wrong', what: problem, mend: `permesso init --host ${installer.name}` }];
}

function asCheck({ what, file, line, mend }: Finding): Check {
  const place = line === undefined ? file : `${file}:${line}`;
  return { name: 'other-code', is: 'unknown', what: `${place}: ${what}`, mend };
}

/** OpenCode says nothing about a plugin that it could not load, so ours leaves a sign when it was. */
function heartbeat(
  { installer }: FoundHost,
  { state, situation, isProven }: HealthOptions & { readonly isProven: boolean },
): readonly Check[] {
  if (installer.name !== 'opencode') return [];
  const beat = readHeartbeat(state);
  const mend = 'start opencode once, then run permesso doctor again';
  // The canary's plugin leaves its sign in the canary's own home.
  if (beat === undefined && isProven)
    return [
      {
        name: 'loaded',
        is: 'ok',
        what: 'the canary loaded the plugin; opencode has not been started here since init',
      },
    ];
  if (beat === undefined)
    return [{ name: 'loaded', is: 'unknown', what: 'the plugin has never been loaded', mend }];
  if (beat.missing !== undefined)
    return [
      { name: 'loaded', is: 'wrong', what: `no call will run: ${beat.missing}`, mend: 'permesso init' },
    ];
  const when = new Date(beat.at).toISOString().slice(0, 10);
  return beat.plugin === situation.programs.plugin
    ? [{ name: 'loaded', is: 'ok', what: `the plugin was loaded on ${when}` }]
    : [{ name: 'loaded', is: 'unknown', what: `another plugin was loaded on ${when}: ${beat.plugin}`, mend }];
}

function readHeartbeat(state: string): Heartbeat | undefined {
  const read = readText(heartbeatFile(state));
  if (!('text' in read)) return undefined;
  try {
    const value: unknown = JSON.parse(read.text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { at, plugin } = value as Partial<Heartbeat>;
    return typeof at === 'number' && typeof plugin === 'string' ? (value as Heartbeat) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function tryIt(found: FoundHost, options: HealthOptions, about: string): Promise<HostHealth['canary']> {
  const { name } = found.installer;
  const recipe = canaries.get(name);
  if (recipe === undefined)
    return { result: 'unproven', why: 'its program cannot be started without a person' };
  const trustKey = name === 'codex' ? codexTrustKey(hooksFile(options.situation.places)) : undefined;
  const { result, why } = await runCanary({
    found,
    recipe,
    situation: options.situation,
    ...(trustKey === undefined ? {} : { trustKey }),
  });
  const record = { host: name, result, why, about, at: options.now().toISOString() };
  writeCanary(options.state, record);
  return record;
}

function told(host: string, { state }: HealthOptions, about: string): HostHealth['canary'] {
  const last = readCanaries(state).find((record) => record.host === host);
  if (last === undefined) return { result: 'unproven', why: 'never tried: permesso doctor --canary' };
  return last.about === about
    ? last
    : {
        result: 'unproven',
        why: `changed since it was tried on ${last.at.slice(0, 10)}: permesso doctor --canary`,
      };
}
