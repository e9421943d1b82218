import {
  compilePolicy,
  decideCall,
  deriveProfile,
  fixedWorld,
  profileDigest,
  readCall,
  readMode,
  type Decision,
  type Derivation,
  type Layer,
  type Mode,
  type ToolCall,
  type World,
} from '@permesso/engine';
import type { HeldName } from '@permesso/engine/world';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { effectTexts } from '@permesso/protocol/approval';
import type { PlainEffect } from '@permesso/protocol/text';

/** One call with the policy it is decided under. */
export interface Asked {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The policy's own when absent. */
  readonly mode?: string;
  readonly layers: readonly Layer[];
  /** Another made-up machine than the page's own. */
  readonly machine?: Machine;
}

/** A machine that is written down. */
export interface Machine {
  readonly cwd: string;
  readonly project: string;
  readonly workingDirectories: readonly string[];
  readonly links: Readonly<Record<string, string>>;
  /** All folders, with their contents. Absent: unknown, and what reads all of a folder may read anything. */
  readonly folders?: Readonly<Record<string, readonly HeldName[]>>;
}

/** What the page draws. */
export interface Tried {
  readonly decision: Decision;
  readonly effects: readonly PlainEffect[];
  readonly mode: Mode;
  readonly sandbox: Derivation & { readonly digest: string; readonly use: string };
}

/** Decides for a project of one developer at /home/dev/project, without links, unless another machine is given. */
export function decideInPage({ tool, input, mode, layers, machine }: Asked): Tried {
  const world = worldOf(machine);
  const call: ToolCall = { tool, input, cwd: world.cwd };
  const policy = compilePolicy(layers, { world });
  const chosen = mode === undefined ? undefined : readMode(mode);
  const decision = decideCall(call, { policy, world, ...(chosen === undefined ? {} : { mode: chosen }) });
  const { used } = decision.receipt.mode;
  const workingDirectories = [...world.workingDirectories, ...policy.workingDirectories];
  const derived = deriveProfile({ policy, world: { ...world, workingDirectories }, mode: used });
  return {
    decision,
    effects: effectsOf(call, world),
    mode: used,
    sandbox: { ...derived, digest: profileDigest(derived.profile), use: policy.sandbox.use },
  };
}

function worldOf(machine: Machine | undefined): World {
  if (machine?.folders === undefined) return fixedWorld(machine);
  const { folders, links, ...known } = machine;
  const below = (directory: string): readonly HeldName[] =>
    Object.entries(folders).flatMap(([path, held]) =>
      path === directory || path.startsWith(`${directory}/`) ? held : [],
    );
  return fixedWorld({
    ...known,
    entry: (path) => {
      const target = links[path];
      if (target !== undefined) return { is: 'link', target };
      return { is: path in folders ? 'directory' : 'missing' };
    },
    holds: (directory) => folders[directory] ?? [],
    plainBelow: (directory) =>
      below(directory).every(({ name, is }) => is !== 'link' && /^[\w.]+$/.test(name)),
    hasOtherNames: () => false,
  });
}

function effectsOf(call: ToolCall, world: World): readonly PlainEffect[] {
  const read = readCall(call);
  if ('malformed' in read) return [];
  return effectTexts({ call: read, facts: readFacts(read, toolFor(toolboxOf(), read), world), world });
}
