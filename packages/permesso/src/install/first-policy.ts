import { printable } from '@permesso/engine/decision';
import {
  bindRead,
  type Bound,
  type BroadAllow,
  broadAllows,
  type ImportedPolicy,
  printBound,
  saysOtherwise,
} from '@permesso/engine/text';
import type { ExistingRules } from './existing-rules.ts';

/** A policy to start with: a preset plus the hosts' existing rules. */
export interface FirstPolicy {
  readonly text: string;
  /** For the person who decides: what was not imported, and what applies to more than one agent. */
  readonly left: readonly string[];
}

/** A host's allow for anything: a person is asked about each. */
export interface BroadImport extends BroadAllow {
  readonly host: string;
  readonly title: string;
  readonly files: readonly string[];
}

export interface FirstPolicyOptions {
  readonly preset: string;
  /** Whether to start in observe mode. */
  readonly observe?: boolean;
  readonly home: string;
  /** The rules of each agent for every agent. */
  readonly shared?: boolean;
  /** Whether a person agreed to import this one. */
  readonly wants?: (broad: BroadImport) => boolean;
}

export function broadImports(existing: readonly ExistingRules[]): readonly BroadImport[] {
  return existing.flatMap(({ read, host, title, files }) =>
    'layer' in read ? broadAllows(read.layer).map((broad) => ({ ...broad, host, title, files })) : [],
  );
}

export function firstPolicy(
  existing: readonly ExistingRules[],
  { preset, home, shared = false, observe = false, wants = () => false }: FirstPolicyOptions,
): FirstPolicy {
  const reads = existing.flatMap(({ read, host, title, files }) => {
    if (!('layer' in read)) return [];
    const wanted = (broad: BroadAllow): boolean => wants({ ...broad, host, title, files });
    return [{ title, bound: bindRead(withoutHidden(read), { agent: host, shared, wants: wanted }), read }];
  });
  const sources = existing.flatMap(({ read, title, files }) =>
    // A line break in a file name would end the comment, and what follows would be policy.
    'layer' in read
      ? [`# ${title}: ${printable(files.map((file) => file.replace(`${home}/`, '~/')).join(', '))}`]
      : [],
  );
  const printed = printBound(
    reads.map(({ bound }) => bound),
    { preset },
  );
  const left = [
    ...broadImports(existing)
      .filter((broad) => !wants(broad))
      .map(unasked),
    ...reads.flatMap(leftOut),
    ...reads.flatMap((read) => unpreset(read, preset)),
  ];
  return {
    text: [
      '# What agents may do, whichever of them it is. Written by permesso init.',
      ...(sources.length === 0 ? [] : ['#', '# With the rules of', ...sources]),
      '',
      ...(observe
        ? ['# Only recorded, nothing is stopped. Remove this line to protect.', 'enforce: false', '']
        : []),
      printed,
    ].join('\n'),
    left,
  };
}

interface Existing {
  readonly title: string;
  readonly bound: Bound;
  readonly read: ImportedPolicy;
}

/** A whitelist of tools denies all others, and a policy for several agents cannot say that for one. */
function withoutHidden(read: ImportedPolicy): ImportedPolicy {
  if (read.layer.tools?.visible === undefined) return read;
  const { allow: _allow, ...layer } = read.layer;
  return { ...read, layer };
}

function unasked({ text, title, means, host }: BroadImport): string {
  return `allow ${text} of ${title}: it ${means}. Such a rule is imported only after its own question: run init without --yes, or write { rule: ${text}, agents: [${host}] } under allow`;
}

/** A mode is a preference in one program; in a policy it would apply to all of them. */
function leftOut({ read: { layer }, title }: Existing): readonly string[] {
  return [
    ...(layer.mode === undefined ? [] : [`the mode ${layer.mode} of ${title}`]),
    ...(layer.workingDirectories === undefined
      ? []
      : [`the further directories of ${title}: ${layer.workingDirectories.join(', ')}`]),
    ...(layer.tools?.visible === undefined
      ? []
      : [`the list of visible tools of ${title}, and so nothing that it allows`]),
  ];
}

function unpreset({ bound, title }: Existing, preset: string): readonly string[] {
  return saysOtherwise(bound)
    ? [`what ${preset} allows, for ${title}: its own settings say what becomes of everything else`]
    : [];
}
