import type { Layer } from '../layer.ts';
import type { LayerName, RuleInput } from '../rules/rule.ts';
import type { LossReport } from './loss.ts';

/** A host's permission format, as a table row. */
export interface Format {
  readonly name: string;
  /** For people: the program that the file belongs to. */
  readonly title: string;
  /** The agent that the file belongs to, as in `ToolCall.host`: imported rules bind that agent alone. */
  readonly agent?: string;
  /** Where such files usually lie. */
  readonly files: string;
  readonly read?: (text: string, options: ReadOptions) => ReadResult;
  /** Joins several files into the one text that the program makes of them; without it, each becomes a layer. */
  readonly join?: (texts: readonly string[]) => string;
  readonly write?: (layers: readonly Layer[]) => ExportedPolicy;
  /** For a format that holds a whole policy of ours with its agents: restores the policy file, including comments. */
  readonly toPolicy?: (text: string) => string;
  /** The inverse: writes a policy file under a name. */
  readonly fromPolicy?: (name: string, policy: string) => string;
}

export interface ReadOptions {
  /** The layer of the rules. Defaults to the format's own guess. */
  readonly layer?: LayerName;
  /** The absolute directory that relative directories in the source start from. */
  readonly root?: string;
  readonly home?: string;
  /** The host's own mode, if the rules depend on it. */
  readonly mode?: string;
}

export interface ImportedPolicy {
  /** The complete layer, including the rules of `rest`. */
  readonly layer: Layer;
  readonly losses: LossReport;
  /** How the source treats calls that no other rule names: another rule that allows such a call loosens it. */
  readonly otherwise?: 'ask' | 'deny';
  /** Generated rules: the expansion of a rule about everything else. A person need not read them. */
  readonly rest?: { readonly ask?: readonly RuleInput[]; readonly deny?: readonly RuleInput[] };
}

/** A text in a different format. Nothing in it may be taken for a policy. */
export interface Unreadable {
  readonly error: string;
  readonly line?: number;
}

export type ReadResult = ImportedPolicy | Unreadable;

export interface ExportedPolicy {
  readonly text: string;
  readonly losses: LossReport;
}
