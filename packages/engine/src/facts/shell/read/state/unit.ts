import { Mismatch } from './mismatch.ts';
import type { Span } from '../../../../call/span.ts';
import type { Atom } from '../words/atom.ts';
import type { Budget } from './budget.ts';
import type { Assignment, Doubt, FedWords, Redirection, Surrounding } from './invocation.ts';
import type { KnownValue } from './known-value.ts';
import type { HereDoc, ParsedScript, SyntaxNode } from '../syntax.ts';
import type { VariableUse } from './variable-use.ts';
import type { PossibleDirectories } from './possible-directories.ts';
import type { Shell, Shells } from '../shells/shell-set.ts';
import type { Word } from '../words/word.ts';

/** An invocation that may still change while the rest of the text is read. */
export interface Draft {
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  here: PossibleDirectories;
  readonly within: readonly Surrounding[];
  readonly definedHere: 'surely' | undefined;
  fedBy?: Draft;
  fed?: FedWords;
  readonly span: Span;
}

/** State that is collected over the whole text, including everything nested in it. */
export interface ScriptState {
  readonly text: string;
  /** The shells for which this reading holds; the text is read as the first of them would. */
  shells: Shells;
  /** Shells that read part of it differently: the text is read again for them. */
  readonly others: Set<Shell>;
  readonly drafts: Draft[];
  /** Redirections with a target, each with its place: directories are determined at the end. */
  readonly loose: LooseRedirection[];
  readonly doubts: Doubt[];
  readonly budget: Budget;
  readonly variables: VariableUse;
  /** Functions defined so far; true if the definition surely ran before the following text. */
  readonly functions: Map<string, boolean>;
  /** Variables whose value is proven, see known-values.ts. */
  readonly values: Map<string, KnownValue>;
  readonly believes: Assumptions;
  /** Whether the text itself sets a variable whose value the world knows. */
  readonly setHere: Map<string, boolean>;
  readonly usedValues: Set<string>;
  /** Set only by the `read` of one loop, from the output of a script. */
  readonly readInLoop: Set<string>;
  /** A conclusion was drawn from a variable not being set. */
  usedAbsence: boolean;
  /** Output was treated as a number because of the command's name. */
  usedNumbers: boolean;
  /** A function may have been unset. */
  unsets: boolean;
  /** A file is sourced: it may change any variable. */
  sources: boolean;
  /** The text changes directory somewhere; in a function or trap this may happen at any time. */
  moves: boolean;
  movesLater: boolean;
}

/** Assumptions of a reading. If the text violates one, it is read again without it. */
export interface Assumptions {
  /** A variable that the text assigns once keeps that value. */
  readonly valuesHold: boolean;
  /** Variables and functions are set only where the text names them visibly: no `read $'\x58'`. */
  readonly nothingHidden: boolean;
}

export interface LooseRedirection {
  readonly redirection: Redirection;
  here: PossibleDirectories;
  readonly within: readonly Surrounding[];
}

export interface PendingHeredoc {
  readonly node: HereDoc;
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly here: PossibleDirectories;
  readonly within: readonly Surrounding[];
}

/** Outer readers, passed in for the inner ones that need them. */
export interface Readers {
  /** Reads the commands of a script within the unit's own text, from the cursor on. */
  readonly script: (unit: Unit, script: ParsedScript) => void;
  /** Reads a text that was decoded from the given span, or is evaluated out of it. */
  readonly text: (unit: Unit, inner: InnerText) => PossibleDirectories;
  readonly heredocs: (unit: Unit) => void;
  /** `${ }`, `$( )`, `$(( ))`. */
  readonly dollarGroup: (unit: Unit, style: Style) => readonly Atom[];
  readonly backticks: (unit: Unit, style: Style) => Atom;
  readonly processSubstitution: (unit: Unit) => Atom;
}

export type Style = 'bare' | 'double' | 'heredoc';

export interface InnerText {
  readonly text: string;
  readonly span: Span;
  readonly within: readonly Surrounding[];
}

/** A text being read: the whole command line, a decoded backtick, the argument of eval. */
export interface Unit {
  readonly text: string;
  /** The origin of a decoded text, used for all its spans. */
  readonly base: Span | undefined;
  readonly reading: ScriptState;
  readonly doors: Readers;
  /** Substitutions and arithmetic that the parser found in the current word, by their start. */
  readonly parts: Map<number, SyntaxNode>;
  at: number;
  /** The end for reading: of the text, or of a here-document's body. */
  limit: number;
  /** Whether a reserved word would be recognised here. */
  commandPosition: boolean;
  pending: PendingHeredoc[];
  /** An outer level is still waiting for the body of its here-document. */
  heldOutside: boolean;
  /** The current substitution contains a here-document. */
  sawHeredoc: boolean;
  here: PossibleDirectories;
  within: readonly Surrounding[];
  /** Something in the current list puts the commands before it into the background. */
  detaches: boolean;
  /** Runs exactly once, in order, in the shell itself: assignments hold from here on. */
  straight: boolean;
  depth: number;
}

export const DEEPEST = 64;

export function spanOf(unit: Unit, start: number, end: number): Span {
  const { length } = unit.text;
  // The parser may report a missing token beyond the end.
  return unit.base ?? { start: Math.min(start, length), end: Math.min(end, length) };
}

export function addDoubt(unit: Unit, reason: string, at: number = unit.at): void {
  const { doubts } = unit.reading;
  if (doubts.length < 100) doubts.push({ reason, span: spanOf(unit, at, at) });
}

/** The text does not show a name that is set in a decoded text: eval $'\\x58=1' sets X. */
export function noteSet({ base, reading }: Unit, name: string): void {
  if (base !== undefined) reading.variables.byBuiltin.add(name);
}

/** Runs `read` one level deeper, within the given construct if any, and restores the state. */
export function inside<T>(unit: Unit, around: Surrounding | undefined, read: () => T): T {
  const { within, straight } = unit;
  unit.depth += 1;
  if (unit.depth > DEEPEST) throw new Mismatch(`nested deeper than ${DEEPEST}`, unit.at);
  unit.straight = false;
  if (around !== undefined) unit.within = [...within, around];
  const result = read();
  unit.within = within;
  unit.straight = straight;
  unit.depth -= 1;
  return result;
}
