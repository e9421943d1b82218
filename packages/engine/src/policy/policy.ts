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

/** All layers, ready to decide with. Immutable: a changed policy is a new value. */
export interface Policy {
  readonly rules: readonly Rule[];
  readonly index: { readonly [V in Verdict]: RuleIndex };
  readonly restrictions: Restrictions;
  readonly visibility: readonly (Visibility & { readonly origin: Origin })[];
  /** What MCP tools do, starting with the descriptions nearest to the machine's owner. */
  readonly descriptions: readonly GivenDescription[];
  /** Directories that trusted layers add to the world's own. */
  readonly workingDirectories: readonly string[];
  /** Names that mean production, from every layer; absent: only the built-in ones. */
  readonly production?: readonly string[];
  /** How a call without a rule is treated where the mode would ask. */
  readonly unlisted: 'ask' | 'deny';
  /** Only managed and team rules are enforced: the person's own policy sets `enforce: false`. */
  readonly observes?: true;
  /** How asks are handled while the team cannot be reached. */
  readonly offline: Offline;
  /** Which calls run in a sandbox, and what they may reach. */
  readonly sandbox: SandboxSettings;
  /** What is kept before a call removes it; absent: nothing. */
  readonly keep?: KeepSettings;
  /** The mode that the layers ask for; the layer nearest to the person decides. */
  readonly mode?: Mode;
  /** Modes of the agent program that loosen; absent: none. */
  readonly hostModes?: readonly Mode[];
  /** Rules that set labels on the session, in addition to the built-in ones. */
  readonly labels?: readonly GivenLabel[];
  /** Services that check calls for rules. */
  readonly checks?: readonly GivenCheck[];
  /** Broken allow rules, which were skipped. Broken deny and ask rules make the policy unusable. */
  readonly problems: readonly Problem[];
}

/** Any call that the rule matches or may match sets the label on the session. */
export interface GivenLabel {
  readonly label: string;
  readonly rule: Rule;
}

/** Restrictions that a managed layer imposes on all others. */
export interface Restrictions {
  readonly onlyManagedAllow: boolean;
  /** Undefined: every mode. */
  readonly modes?: readonly Mode[];
}

/** A problem with a rule or a setting of a policy. */
export interface Problem extends RuleError {
  /** The verdict of the broken rule: a broken deny or ask makes the policy unusable. */
  readonly verdict: Verdict;
  /** What `text` is, if it is not a rule. */
  readonly about?: 'policy' | 'key' | 'mode' | 'tool';
  readonly text: string;
  readonly file?: string;
  readonly line?: number;
}
