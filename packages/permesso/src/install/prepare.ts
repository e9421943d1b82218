import { definedFields } from '@permesso/engine/call';
import { layersFrom, type SourceText } from '@permesso/gate/gate';
import { PolicyFileError } from '@permesso/engine/text';
import type { Layer } from '@permesso/engine/policy';
import { findPolicyFiles, policyTarget, type PolicyTarget, type Places } from '@permesso/gate/disk';
import { readExactly } from './exact-file.ts';
import { existingRules, type ExistingRules } from './existing-rules.ts';
import type { FoundHost } from './find-hosts.ts';
import { broadImports, firstPolicy, type BroadImport } from './first-policy.ts';
import { fileMark, type HostPlaces, type Programs } from './installer.ts';
import { readManifest } from './manifest.ts';
import { unconditionalDenies } from './native-denies.ts';
import { planHost, type FileChange, type HostPlan } from './plan-install.ts';

/** Everything that `init` would do, to be shown before any of it is done. */
export interface Preparation {
  readonly policy: PolicyPlan;
  readonly hosts: readonly HostPlan[];
}

export interface PolicyPlan {
  readonly file: string;
  /** Absent if there is a policy already: it belongs to the person. */
  readonly change?: FileChange;
  readonly existing: readonly ExistingRules[];
  /** Host settings that the policy does not include. */
  readonly left: readonly string[];
}

export interface PrepareOptions {
  readonly found: readonly FoundHost[];
  readonly places: HostPlaces;
  readonly ours: Places;
  readonly programs: Programs;
  readonly preset: string;
  readonly observe?: boolean;
  readonly to: 'user' | 'project';
  /** Rules imported from one agent apply to every agent. */
  readonly shared?: boolean;
  /** Whether a person wants this allow for anything. */
  readonly wants?: (broad: BroadImport) => boolean;
}

export async function prepare(options: PrepareOptions): Promise<Preparation> {
  const { found, places, ours, programs } = options;
  const policy = planPolicy(options);
  const manifest = readManifest(ours.state);
  const denies = unconditionalDenies(layersOf(policy, options));
  const hosts: HostPlan[] = [];
  for (const host of found)
    hosts.push(
      await planHost(host, {
        situation: { places, programs, denies },
        state: ours.state,
        manifest,
      }),
    );
  return { policy, hosts };
}

/** Rules that only a person can import, each with its own confirmation. Empty if there is a policy already. */
export function broadQuestions({ found, places, to }: PrepareOptions): readonly BroadImport[] {
  const target = policyTarget(to, { cwd: places.project, home: places.home, env: places.env });
  if (!('missing' in readExactly(target.file))) return [];
  return broadImports(found.flatMap(({ installer }) => existingRules(installer, { places, of: to })));
}

function planPolicy({ found, places, preset, to, shared, observe, wants }: PrepareOptions): PolicyPlan {
  const target = policyTarget(to, { cwd: places.project, home: places.home, env: places.env });
  const existing = found.flatMap(({ installer }) => existingRules(installer, { places, of: to }));
  const now = readExactly(target.file);
  if ('unreadable' in now) throw new Error(`${target.file}: ${now.unreadable}`);
  if ('text' in now) {
    checkPolicy(now.text, target, places);
    return { file: target.file, existing, left: [] };
  }
  const { text, left } = firstPolicy(existing, {
    preset,
    home: places.home,
    ...definedFields({ shared, observe, wants }),
  });
  checkPolicy(text, target, places);
  return {
    file: target.file,
    existing,
    left,
    change: {
      host: 'policy',
      path: target.file,
      target: now.target,
      after: text,
      mode: to === 'project' ? 0o644 : 0o600,
      why: 'the policy',
      pieces: [{ as: 'file', text, mark: fileMark }],
    },
  };
}

/** It must load before a hook is registered: a broken one refuses everything. */
function checkPolicy(text: string, { layer, file, root }: PolicyTarget, { home }: HostPlaces): void {
  const { problems } = layersFrom({ layer, file, root, text }, { trust: noTrust, home });
  if (problems.some(({ severity }) => severity === 'error')) throw new PolicyFileError(problems);
}

const noTrust = { file: '', projects: [] };

/** The denies that apply to this person everywhere: a project's rules do not cover other projects. */
export function globalDenies({ places, ours }: Pick<PrepareOptions, 'places' | 'ours'>): readonly Layer[] {
  return unconditionalDenies(globalLayers({ places, ours }, []));
}

function layersOf({ file, change }: PolicyPlan, options: PrepareOptions): readonly Layer[] {
  const isPlanned = options.to === 'user' && change?.after !== undefined;
  return globalLayers(options, isPlanned ? [{ layer: 'user', file, root: '/', text: change.after }] : []);
}

function globalLayers(
  { places, ours }: Pick<PrepareOptions, 'places' | 'ours'>,
  planned: readonly SourceText[],
): readonly Layer[] {
  const { home, env } = places;
  const found = findPolicyFiles({ cwd: '/', home, env, managed: ours.managed }).filter(
    ({ layer }) => layer === 'user' || layer === 'managed',
  );
  return [...found, ...planned].flatMap((source) => layersFrom(source, { trust: noTrust, home }).layers);
}
