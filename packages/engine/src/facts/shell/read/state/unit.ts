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

/** What is collected over the whole text, with everything nested in it. */
export interface ScriptState {
  readonly text: string;
  /** The shells for which this reading holds; the text is read as the first of them does. */
  shells: Shells;
  /** Shells that read something in it otherwise: the text is read again for them. */
  readonly others: Set<Shell>;
  readonly drafts: Draft[];
  /** Redirections with a target, each with where it happens: directories are settled at the end. */
  readonly loose: LooseRedirection[];
  readonly doubts: Doubt[];
  readonly budget: Budget;
  readonly variables: VariableUse;
  /** Functions defined so far; true when the definition surely ran before what follows it. */
  readonly functions: Map<string, boolean>;
  /** Variables whose value is proven, see known-values.ts. */
  readonly values: Map<string, KnownValue>;
  readonly believes: Assumptions;
  /** Whether the text itself sets a variable that the world knows. */
  readonly setHere: Map<string, boolean>;
  readonly usedValues: Set<string>;
  /** Set by the `read` of one loop and nothing else, from what a script prints. */
  readonly readInLoop: Set<string>;
  /** Something was concluded from a variable not being set. */
  usedAbsence: boolean;
  /** Output was taken for a number by the name of the command. */
  usedNumbers: boolean;
  /** A function may have been removed again. */
  unsets: boolean;
  /** A file is read as a script: it may change any variable. */
  sources: boolean;
  /** The text changes directory somewhere; in a function or trap it may do so at any time. */
  moves: boolean;
  movesLater: boolean;
}

/** What the reading takes for granted until the text shows otherwise; then it is read again without. */
export interface Assumptions {
  /** A value that the text assigns once is the value later. */
  readonly valuesHold: boolean;
  /** Variables and functions are set only where the text plainly names them: no `read $'\x58'`. */
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

/** Readers that lie further out than the one that needs them. */
export interface Readers {
  /** Reads the commands of a script that stands in the unit's own text, from the cursor on. */
  readonly script: (unit: Unit, script: ParsedScript) => void;
  /** Reads a text that was decoded from, or is evaluated out of, the given span. */
  readonly text: (unit: Unit, inner: InnerText) => PossibleDirectories;
  readonly heredocs: (unit: Unit) => void;
  /** `${ }`, `$( )`, `$(( ))`. */
  readonly dollarGroup: (unit: Unit, style: Style) => readonly Atom[];
  readonly backticks: (unit: Unit, style: Style) => Atom;
  readonly processSubstitution: (unit: Unit) => Atom;
}

/** What stands around an expansion. */
export type Style = 'bare' | 'double' | 'heredoc';

export interface InnerText {
  readonly text: string;
  readonly span: Span;
  readonly within: readonly Surrounding[];
}

/** One text under the cursor: the whole command line, a decoded backtick, the argument of eval. */
export interface Unit {
  readonly text: string;
  /** Where a decoded text came from: all its spans are this one. */
  readonly base: Span | undefined;
  readonly reading: ScriptState;
  readonly doors: Readers;
  /** Substitutions and arithmetic that the parser found in the current word, by where they start. */
  readonly parts: Map<number, SyntaxNode>;
  at: number;
  /** Nothing is read beyond: the text's end, or the end of a here-document's body. */
  limit: number;
  /** A reserved word would be one here. */
  commandPosition: boolean;
  pending: PendingHeredoc[];
  /** An outer level still waits for the body of its here-document. */
  heldOutside: boolean;
  /** A here-document was met in the current substitution. */
  sawHeredoc: boolean;
  here: PossibleDirectories;
  within: readonly Surrounding[];
  /** Something in the list that is just read puts the list before it into the background. */
  detaches: boolean;
  /** Runs exactly once, in order, in the shell itself: what is assigned here holds from here on. */
  straight: boolean;
  depth: number;
}

export const DEEPEST = 64;

export function spanOf(unit: Unit, start: number, end: number): Span {
  const { length } = unit.text;
  // The parser may look for what is missing behind the end.
  return unit.base ?? { start: Math.min(start, length), end: Math.min(end, length) };
}

export function addDoubt(unit: Unit, reason: string, at: number = unit.at): void {
  const { doubts } = unit.reading;
  if (doubts.length < 100) doubts.push({ reason, span: spanOf(unit, at, at) });
}

/** A name that is set in a decoded text cannot be seen in the text itself: eval $'\\x58=1' sets X. */
export function noteSet({ base, reading }: Unit, name: string): void {
  if (base !== undefined) reading.variables.byBuiltin.add(name);
}

/** Runs `read` one level deeper, in a shell of its own or not, and puts the surroundings back. */
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
