import type { McpDescription } from '../facts/tools/describe-mcp.ts';
import type { CheckInput } from './check-input.ts';
import type { Mode } from './mode-name.ts';
import type { KeepInput } from './keep.ts';
import type { Offline } from './offline.ts';
import type { LayerName, RuleInput } from './rules/rule.ts';
import type { SandboxInput } from './sandbox-settings.ts';
import type { Verdict } from './rules/verdict.ts';

/**
 * One source of policy. A plain object literal such as `{ allow: ['Read'] }` is a whole layer.
 *
 * @example
 * ```ts
 * import type { Layer } from '@permesso/gate';
 * const layer: Layer = { mode: 'dontAsk', allow: ['Read'], deny: [{ rule: 'Bash(rm:*)', message: 'Use git clean.' }] };
 * ```
 */
export interface Layer {
  /** `flags` when absent: the policy was handed over in code. */
  readonly layer?: LayerName;
  readonly file?: string;
  /** Absolute directory that `/x` path rules start from; `/` when absent. */
  readonly root?: string;
  /** Whether its allow rules and working directories count. Everything but a project is trusted by default. */
  readonly trusted?: boolean;
  readonly mode?: Mode | (string & {});
  readonly allow?: readonly RuleInput[];
  readonly ask?: readonly RuleInput[];
  readonly deny?: readonly RuleInput[];
  readonly tools?: {
    readonly visible?: readonly string[];
    readonly hidden?: readonly string[];
    /** What MCP tools do. Loosens where it is trusted, so a project's waits for trust. */
    readonly describe?: readonly McpDescription[];
  };
  readonly workingDirectories?: readonly string[];
  /** What puts a label on the session, beside what is built in: rules by the name of the label. Any layer may add some. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** Names of what people use, beside `prod` and `production`: a profile, a context, a project. A change there is marked as such. */
  readonly production?: readonly string[];
  /** `deny`: what no rule speaks about is denied where it would be asked about. Any layer may say so. */
  readonly unlisted?: 'ask' | 'deny';
  /** False: its deny and ask rules are decided and recorded, and block nothing. */
  readonly enforce?: boolean;
  /** What becomes of questions while the team cannot be asked. Honoured in the managed and team layers only. */
  readonly offline?: Offline;
  /** Which calls run sandboxed. Counts from trusted layers; where a managed or team layer says it, from those alone. */
  readonly sandbox?: SandboxInput;
  /** What a call removes or overwrites is kept first. Counts from trusted layers; a managed or team one goes before. */
  readonly keep?: KeepInput;
  /** Modes of the agent program that count. Honoured in the user and managed layers only. */
  readonly hostModes?: readonly (Mode | (string & {}))[];
  /** Services that rules have calls checked by. Honoured in the managed, team, user and flags layers only. */
  readonly checks?: Readonly<Record<string, CheckInput>>;
  /** Honoured in the managed layer only. */
  readonly restrict?: {
    readonly onlyManagedAllow?: boolean;
    readonly modes?: readonly (Mode | (string & {}))[];
  };
  /** Lines of the rules in `file`, by verdict and place. */
  readonly lines?: { readonly [V in Verdict]?: readonly number[] };
}
