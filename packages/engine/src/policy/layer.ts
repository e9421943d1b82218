import type { McpDescription } from '../facts/tools/describe-mcp.ts';
import type { CheckInput } from './check-input.ts';
import type { Mode } from './mode-name.ts';
import type { KeepInput } from './keep.ts';
import type { Offline } from './offline.ts';
import type { LayerName, RuleInput } from './rules/rule.ts';
import type { SandboxInput } from './sandbox-settings.ts';
import type { Verdict } from './rules/verdict.ts';

/**
 * One source of policy. A plain object literal such as `{ allow: ['Read'] }` is a complete layer.
 *
 * @example
 * ```ts
 * import type { Layer } from '@permesso/gate';
 * const layer: Layer = { mode: 'dontAsk', allow: ['Read'], deny: [{ rule: 'Bash(rm:*)', message: 'Use git clean.' }] };
 * ```
 */
export interface Layer {
  /** Default: `flags`, for a policy passed in code. */
  readonly layer?: LayerName;
  readonly file?: string;
  /** The absolute directory that `/x` path rules start from; default `/`. */
  readonly root?: string;
  /** Whether its allow rules and working directories count. Every layer except a project is trusted by default. */
  readonly trusted?: boolean;
  readonly mode?: Mode | (string & {});
  readonly allow?: readonly RuleInput[];
  readonly ask?: readonly RuleInput[];
  readonly deny?: readonly RuleInput[];
  readonly tools?: {
    readonly visible?: readonly string[];
    readonly hidden?: readonly string[];
    /** What MCP tools do. Loosens if trusted, so a project's descriptions need trust first. */
    readonly describe?: readonly McpDescription[];
  };
  readonly workingDirectories?: readonly string[];
  /** Rules that set labels on the session, by label name, in addition to the built-in labels. Any layer may define some. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /**
   * Names that mean production, in addition to `prod` and `production`: a profile, a context, a project. Changes there are
   * marked.
   */
  readonly production?: readonly string[];
  /** `deny`: calls without a rule are denied where they would be asked about. Any layer may set this. */
  readonly unlisted?: 'ask' | 'deny';
  /** False: its deny and ask rules are evaluated and recorded, but block nothing. */
  readonly enforce?: boolean;
  /** How asks are handled while the team cannot be reached. Honoured in the managed and team layers only. */
  readonly offline?: Offline;
  /** Which calls run sandboxed. Counts from trusted layers; if a managed or team layer sets it, only from those. */
  readonly sandbox?: SandboxInput;
  /** Keeps what a call removes or overwrites. Counts from trusted layers; managed or team layers take precedence. */
  readonly keep?: KeepInput;
  /** Modes of the agent program that are honoured. Honoured in the user and managed layers only. */
  readonly hostModes?: readonly (Mode | (string & {}))[];
  /** Services that check calls for rules. Honoured in the managed, team, user and flags layers only. */
  readonly checks?: Readonly<Record<string, CheckInput>>;
  /** Honoured in the managed layer only. */
  readonly restrict?: {
    readonly onlyManagedAllow?: boolean;
    readonly modes?: readonly (Mode | (string & {}))[];
  };
  /** Line numbers of the rules in `file`, by verdict and position. */
  readonly lines?: { readonly [V in Verdict]?: readonly number[] };
}
