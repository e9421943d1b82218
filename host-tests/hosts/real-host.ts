import type { Step, ToolUse, Turn } from '../fake-model/script.ts';
import type { Machine } from './machine.ts';

/** What the model is made to ask for. */
export type CallKind = 'shell' | 'read' | 'write' | 'mcp' | 'unknown' | 'agent' | 'typed' | 'elsewhere';

/** Code of others: what it does, and from where it is loaded. `folder`: from a folder that the command line names. */
export type Bringing =
  | 'allow'
  | 'rewrite'
  | 'hooks off'
  | 'guard off'
  | `mod ${'first' | 'last'}, ${'project' | 'user' | 'folder'}`;

/** One agent program: how it is set up, started, and made to call a tool. */
export interface RealHost {
  /** As in `permesso hook NAME`, and the folder here with its pinned package. */
  readonly name: string;
  readonly title: string;
  /** Proprietary programs are run by hand only, never in CI. */
  readonly licence: 'open' | 'proprietary';
  readonly rewrites: boolean;
  /** The reason for a deny reaches the model. */
  readonly tells: boolean;
  /** The folder that pins its package, where that is not its own. */
  readonly pinnedBy?: string;
  /** The cases that make sense for it; all when absent. */
  readonly cases?: readonly string[];
  /** It is given code to load, which starts the hook itself: with no shell in between. A plugin whose handler does this. */
  readonly pluginText?: (handler: string) => string;
  /** Writes the program's own configuration: the model, an MCP server, no telemetry. */
  readonly configure: (setting: Setting) => void;
  /** Puts us in, where no installer does. */
  readonly register?: (setting: Setting) => void;
  readonly start: (setting: Setting) => Start;
  /** The program's own names for each kind of call; a kind that it does not have is left out. */
  readonly calls: { readonly [K in CallKind]?: (place: Place) => ToolUse | readonly Step[] };
  /** Puts code of others in. Gives what the program is started with in addition. */
  readonly brings?: { readonly [B in Bringing]?: (setting: Setting) => Partial<Start> };
  /** Whether a sub-agent is speaking, where its task is not what the user says to it. */
  readonly isSubAgent?: (turn: Turn) => boolean;
  /** Milliseconds after which the program hangs. */
  readonly patience: number;
}

export interface Setting {
  readonly machine: Machine;
  /** Where its packages are installed. */
  readonly installed: string;
  /** Of the fake model, without `/v1`. */
  readonly url: string;
}

export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  /** Everything beside PATH, HOME and LANG. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Place {
  /** The shell line that leaves the mark. */
  readonly command: string;
  /** Written by the call: whether it is there says whether the call ran. */
  readonly marker: string;
  /** Holds a word that the model can only know by reading it. */
  readonly secretFile: string;
  /** A directory beside the project. */
  readonly elsewhere: string;
  /** What a sub-agent is told, by which its conversation is known. */
  readonly task: string;
}
