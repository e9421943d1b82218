import type { GivenDescription } from '../facts/described-tool.ts';
import type { GivenCheck } from './check-input.ts';
import type { Mode } from './mode-name.ts';
import type { KeepSettings } from './keep.ts';
import type { Offline } from './offline.ts';
import type { Origin, Rule } from './rules/rule.ts';
import type { RuleIndex } from './rules/rule-index.ts';
import type { RuleError } from './rules/rule-error.ts';
import type { Verdict } from './rules/verdict.ts';
import type { SandboxSettings } from './sandbox-settings.ts';
import type { Visibility } from './visibility.ts';

/** All layers, ready to decide with. Immutable: a change of policy is another value. */
export interface Policy {
  readonly rules: readonly Rule[];
  readonly index: { readonly [V in Verdict]: RuleIndex };
  readonly restrictions: Restrictions;
  readonly visibility: readonly (Visibility & { readonly origin: Origin })[];
  /** What MCP tools do, the nearest to the owner of the machine first. */
  readonly descriptions: readonly GivenDescription[];
  /** Directories that trusted layers add to the world's own. */
  readonly workingDirectories: readonly string[];
  /** Names that say production, in every layer; absent: only those that say it themselves. */
  readonly production?: readonly string[];
  /** What becomes of a call that no rule speaks about, where the mode would ask. */
  readonly unlisted: 'ask' | 'deny';
  /** Nothing but managed and team rules is enforced: the person's own policy says `enforce: false`. */
  readonly observes?: true;
  /** What becomes of questions while the team cannot be asked. */
  readonly offline: Offline;
  /** Which calls run in a sandbox, and what they may reach from there. */
  readonly sandbox: SandboxSettings;
  /** Whether what a call is about to lose is kept first; absent: it is not. */
  readonly keep?: KeepSettings;
  /** The mode the layers ask for, the nearest to the person first. */
  readonly mode?: Mode;
  /** Modes of the agent program that loosen; absent: none does. */
  readonly hostModes?: readonly Mode[];
  /** What puts labels on the session, beside what is built in. */
  readonly labels?: readonly GivenLabel[];
  /** Services that rules have calls checked by. */
  readonly checks?: readonly GivenCheck[];
  /** Broken allow rules, which were skipped. Broken deny and ask rules leave no policy at all. */
  readonly problems: readonly Problem[];
}

/** What a rule speaks about, even perhaps, puts the label on the session. */
export interface GivenLabel {
  readonly label: string;
  readonly rule: Rule;
}

/** What a managed layer takes away from all others. */
export interface Restrictions {
  readonly onlyManagedAllow: boolean;
  /** Undefined: every mode. */
  readonly modes?: readonly Mode[];
}

/** What is wrong with a rule or a setting of a policy. */
export interface Problem extends RuleError {
  /** Whose fault it would be: a broken deny or ask leaves no policy. */
  readonly verdict: Verdict;
  /** What `text` is, where it is not a rule. */
  readonly about?: 'policy' | 'key' | 'mode' | 'tool';
  readonly text: string;
  readonly file?: string;
  readonly line?: number;
}
