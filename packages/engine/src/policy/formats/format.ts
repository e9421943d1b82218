import type { Layer } from '../layer.ts';
import type { LayerName, RuleInput } from '../rules/rule.ts';
import type { LossReport } from './loss.ts';

/** One host's way to write permissions, as a row. */
export interface Format {
  readonly name: string;
  /** For a person: whose file it is. */
  readonly title: string;
  /** The agent whose file it is, as in `ToolCall.host`: what is imported binds that agent alone. */
  readonly agent?: string;
  /** Where such files usually lie. */
  readonly files: string;
  readonly read?: (text: string, options: ReadOptions) => ReadResult;
  /** Several files as the one text that the program makes of them; without it each is a layer of its own. */
  readonly join?: (texts: readonly string[]) => string;
  readonly write?: (layers: readonly Layer[]) => ExportedPolicy;
  /** Of a format that holds a whole policy of ours, with whom its rules are for: the policy file again, comments and all. */
  readonly toPolicy?: (text: string) => string;
  /** The same way back: a policy file under a name. */
  readonly fromPolicy?: (name: string, policy: string) => string;
}

export interface ReadOptions {
  /** Which layer the rules belong to. The format's own guess when absent. */
  readonly layer?: LayerName;
  /** Absolute directory that the source's relative directories start from. */
  readonly root?: string;
  readonly home?: string;
  /** The host's own mode to read the rules for, where they depend on it. */
  readonly mode?: string;
}

export interface ImportedPolicy {
  /** Complete: with the rules of `rest`. */
  readonly layer: Layer;
  readonly losses: LossReport;
  /** What the source's own rules say about calls that no other rule names: whatever else allows one of them loosens it. */
  readonly otherwise?: 'ask' | 'deny';
  /** Rules that nobody wrote: what a rule about everything else comes to. A person need not read them. */
  readonly rest?: { readonly ask?: readonly RuleInput[]; readonly deny?: readonly RuleInput[] };
}

/** A text that is not of the format at all. Nothing of it may be taken for a policy. */
export interface Unreadable {
  readonly error: string;
  readonly line?: number;
}

export type ReadResult = ImportedPolicy | Unreadable;

export interface ExportedPolicy {
  readonly text: string;
  readonly losses: LossReport;
}
