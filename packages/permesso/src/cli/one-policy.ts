import { basename, dirname, resolve } from 'node:path';
import { layersFrom } from '@permesso/gate/gate';
import { compilePolicy, type Layer, type LayerName, type Policy } from '@permesso/engine/policy';
import { type FileProblem, parsePolicyFile, type PolicyFile, PolicyFileError } from '@permesso/engine/text';
import { findPlaces, readText } from '@permesso/gate/disk';
import { readWorld } from '@permesso/gate/world';
import type { World } from '@permesso/engine/world';
import { UsageError } from './command.ts';
import { shownPath } from './policy-options.ts';

/** One policy file, treated as trusted and the only one, with the machine it would decide on. */
export interface OnePolicy {
  /** The shortest path from here, for receipts and reports. */
  readonly file: string;
  readonly path: string;
  readonly root: string;
  readonly layers: readonly Layer[];
  readonly policy: Policy;
  readonly failure: 'deny' | 'ask';
  readonly content: PolicyFile;
  /** Warnings; errors are thrown. */
  readonly problems: readonly FileProblem[];
  readonly world: World;
}

export function readOnePolicy(path: string, cwd: string): OnePolicy {
  const whole = resolve(cwd, path);
  const file = shownPath(whole, cwd);
  const read = readText(whole);
  if ('missing' in read) throw new UsageError(`there is no file ${path}`);
  if ('unreadable' in read) throw new UsageError(`${path} cannot be read: ${read.unreadable}`);
  const root = rootOf(whole, cwd);
  const content = parsePolicyFile(read.text, { file });
  const layer = layerOf(content, whole);
  const places = findPlaces();
  const found = layersFrom(
    { layer, file, root, text: read.text },
    { trust: { file: '', projects: [] }, home: places.home },
  );
  const { problems, failure = 'deny' } = found;
  if (problems.some(({ severity }) => severity === 'error')) throw new PolicyFileError(problems);
  const layers = found.layers.map((each) => ({ ...each, trusted: true }));
  const world = readWorld({ root, project: root });
  const policy = compilePolicy(layers, { world });
  return { file, path: whole, root, layers, policy, failure, content, problems, world };
}

function layerOf({ layer }: PolicyFile, path: string): LayerName {
  // Only a managed policy restricts others, so one that does is meant to be one.
  if (layer.restrict !== undefined) return 'managed';
  if (basename(dirname(path)) !== '.permesso') return 'flags';
  return basename(path).startsWith('policy.local.') ? 'local' : 'project';
}

/** A project's policies are in `.permesso` and apply to its parent directory. */
function rootOf(file: string, cwd: string): string {
  const directory = dirname(file);
  return basename(directory) === '.permesso' ? dirname(directory) : cwd;
}
