import { definedFields } from '../../call/defined-fields.ts';
import type { Layer } from '../layer.ts';
import { didYouMean } from '../../messages/did-you-mean.ts';
import type { FileProblem, Position } from './file-problem.ts';
import { limitLayer } from './limit-layer.ts';
import type { Group, PolicyFile, UseLimit } from './policy-file.ts';

/** The shipped content: presets, each a policy file, and one file of groups. Read when they are named. */
export interface Shelf {
  readonly preset: (name: string) => PolicyFile | undefined;
  readonly groups: () => PolicyFile;
  readonly presetNames: () => readonly string[];
}

/** Layers that a file includes by name, in the order of its `use`, and problems with the names. */
export interface Expanded {
  readonly layers: readonly UsedLayer[];
  readonly failure?: 'deny' | 'ask';
  readonly problems: readonly FileProblem[];
}

export interface UsedLayer {
  readonly name: string;
  readonly layer: Layer;
}

/**
 * A name means a group of the same file, otherwise a shipped preset, otherwise a shipped group. Its content counts as if
 * written in the file: same layer, same root, same trust.
 */
export function expandUse(file: PolicyFile, shelf: Shelf): Expanded {
  const state: ExpandState = { shelf, layers: [], problems: [], seen: new Set() };
  const failures = addUsed(file, state, []);
  const used = new Set(file.use);
  for (const [name, group] of file.groups) {
    if (shelf.presetNames().includes(name) || isOther(group, shelf.groups().groups.get(name)))
      state.problems.push(warning(file, group, `the group \`${name}\` hides a shipped one of that name`));
    if (!used.has(name))
      state.problems.push(
        warning(file, group, `the group \`${name}\` does nothing: \`use\` does not name it`),
      );
  }
  const failure = failures.includes('deny') ? 'deny' : failures[0];
  // As if written in the file: a file that is not enforced leaves everything that it includes unenforced.
  const layers =
    file.layer.enforce === false
      ? state.layers.map(({ name, layer }) => ({ name, layer: { ...layer, enforce: false } }))
      : state.layers;
  return { ...state, layers, ...definedFields({ failure }) };
}

interface ExpandState {
  readonly shelf: Shelf;
  readonly layers: UsedLayer[];
  readonly problems: FileProblem[];
  /** A preset that is named twice, or that includes itself, counts once. */
  readonly seen: Set<string>;
}

function addUsed(
  file: PolicyFile,
  state: ExpandState,
  above: readonly UseLimit[],
): readonly ('deny' | 'ask')[] {
  const failures: ('deny' | 'ask')[] = [];
  for (const [index, name] of file.use.entries()) {
    const own = file.groups.get(name);
    const limits = [...above, file.useLimits?.[index] ?? {}];
    const push = (layer: Layer): void => void state.layers.push({ name, layer: limitLayer(layer, limits) });
    const key = own === undefined ? name : `${file.file}:${name}`;
    if (state.seen.has(key)) continue;
    state.seen.add(key);
    const preset = own === undefined ? state.shelf.preset(name) : undefined;
    const shipped = own === undefined && preset === undefined ? state.shelf.groups() : undefined;
    const group = shipped?.groups.get(name);
    if (own !== undefined) push({ file: file.file, ...own });
    else if (shipped !== undefined && group !== undefined) push({ file: shipped.file, ...group });
    else if (preset === undefined)
      state.problems.push(unknownName(file, name, { index, shelf: state.shelf }));
    else {
      push(preset.layer);
      state.problems.push(...preset.problems.filter(({ severity }) => severity === 'error'));
      if (preset.failure !== undefined) failures.push(preset.failure);
      failures.push(...addUsed(preset, state, limits));
    }
  }
  return failures;
}

/** Groups of patterns that effects now replace. */
const replaced: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'git-readonly': 'Effect(read)',
    'git-local': 'Effect(commit)',
    'npm-scripts': 'Effect(run)',
    'python-tests': 'Effect(run)',
    'npm-install-locked': 'Effect(install)',
    'ask-before-publishing': 'Effect(publish)',
    'ask-before-destroying': 'Effect(lose)',
    'ask-before-network': 'Effect(fetch)',
    queries: 'Effect(remote-read)',
  }).map(([name, effect]) => [name, `write ${effect} as a rule instead`]),
);

function unknownName(
  file: PolicyFile,
  name: string,
  { index, shelf }: { readonly index: number; readonly shelf: Shelf },
): FileProblem {
  const known = [...file.groups.keys(), ...shelf.groups().groups.keys(), ...shelf.presetNames()];
  const meant = didYouMean(name, known);
  const { line, column }: Position = file.usePlaces[index] ?? { line: 1, column: 1 };
  return {
    severity: 'error',
    file: file.file,
    line,
    column,
    path: `use[${index}]`,
    message: `there is no group or preset \`${name}\``,
    fix:
      replaced.get(name) ??
      (meant === undefined ? `there are ${known.join(', ')}` : `did you mean \`${meant}\`?`),
  };
}

function isOther({ lines: _ours, ...own }: Group, shipped: Group | undefined): boolean {
  if (shipped === undefined) return false;
  const { lines: _theirs, ...rules } = shipped;
  return JSON.stringify(own) !== JSON.stringify(rules);
}

function warning(file: PolicyFile, group: Group, message: string): FileProblem {
  const lines = [...(group.lines?.deny ?? []), ...(group.lines?.ask ?? []), ...(group.lines?.allow ?? [])];
  const line = Math.min(...lines, Number.MAX_SAFE_INTEGER);
  return {
    severity: 'warning',
    file: file.file,
    line: lines.length === 0 ? 1 : line,
    column: 1,
    path: 'groups',
    message,
  };
}
