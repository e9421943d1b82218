import { definedFields } from '../../../call/defined-fields.ts';
import type { Span } from '../../../call/span.ts';
import { newBudget, spend, tooMuchAgain } from './state/budget.ts';
import type { Invocation, ShellReading } from './state/invocation.ts';
import { peek, skipNewlines } from './state/cursor.ts';
import { readBackticks, readDollarGroup, readProcessSubstitution } from './words/read-expansion.ts';
import { readHeredocs } from './read-heredocs.ts';
import { readScript, readStatements } from './read-script.ts';
import { scanBestEffort } from './best-effort-scan.ts';
import { parseSyntax, tooMuch, type ParsedScript } from './syntax.ts';
import { addDoubt, DEEPEST } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import type { Assumptions, Readers, Draft, InnerText, ScriptState, Unit } from './state/unit.ts';
import { dangerousVariable, newVariableUse } from './state/variable-use.ts';
import { AT_START, directoryOf, unknownDirectory } from './state/possible-directories.ts';
import type { PossibleDirectories } from './state/possible-directories.ts';
import { ONLY_BASH, type Shells } from './shells/shell-set.ts';
import { literalOf, type Word } from './words/word.ts';

/**
 * Every command that a text may start, including nested ones, in one of these shells. Any character that is not explained, and
 * agreed on with the parser, leaves a doubt; the commands found are returned all the same. All shells share one reading, unless
 * some of them read part of it otherwise.
 */
export function readShellText(
  text: string,
  shells: Shells,
): readonly [ShellReading, ...(readonly ShellReading[])] {
  const reading = readOnce(text, shells);
  const [next, ...more] = shells.filter((shell) => reading.others.has(shell));
  const others = next === undefined ? [] : readShellText(text, [next, ...more]);
  return [finish(reading), ...others];
}

export function readShell(text: string): ShellReading {
  return finish(readOnce(text, ONLY_BASH));
}

function readOnce(text: string, shells: Shells): ScriptState {
  const reading = readWith(text, shells, { valuesHold: true, nothingHidden: true });
  const nothingHidden = !hides(reading);
  const valuesHold = nothingHidden && !changesValues(reading);
  return valuesHold ? reading : readWith(text, shells, { valuesHold, nothingHidden });
}

/** Whether the text may set a name without showing it, after a conclusion was drawn from that name not occurring. */
function hides({ variables, functions, usedAbsence, usedNumbers }: ScriptState): boolean {
  if (usedNumbers && functions.size > 0) return true;
  const { anyName, byBuiltin, evaluated } = variables;
  return usedAbsence && (anyName || CONSULTED.some((name) => byBuiltin.has(name) || evaluated.has(name)));
}

const CONSULTED = ['HOME', 'PWD', 'OLDPWD', 'CDPATH'];

function changesValues({ variables, usedValues, readInLoop, sources }: ScriptState): boolean {
  if (usedValues.size === 0) return false;
  const { anyName, byBuiltin, evaluated } = variables;
  const isChanged = (name: string): boolean =>
    evaluated.has(name) || (byBuiltin.has(name) && !readInLoop.has(name));
  return sources || anyName || [...usedValues, 'IFS'].some(isChanged);
}

function readWith(text: string, shells: Shells, believes: Assumptions): ScriptState {
  const reading: ScriptState = {
    text,
    shells,
    others: new Set(),
    drafts: [],
    loose: [],
    doubts: [],
    budget: newBudget(),
    variables: newVariableUse(),
    functions: new Map(),
    values: new Map(),
    believes,
    setHere: new Map(),
    usedValues: new Set(),
    readInLoop: new Set(),
    usedAbsence: false,
    usedNumbers: false,
    unsets: false,
    sources: false,
    moves: false,
    movesLater: false,
  };
  const unit = newUnit(reading, text);
  const odd = oddCharacter(text);
  if (odd !== undefined) addDoubt(unit, 'a character that bash and this reading may see differently', odd);
  readUnit(unit);
  const variable = dangerousVariable(reading.variables);
  if (variable !== undefined) addDoubt(unit, `bash evaluates what $${variable} holds`, 0);
  return reading;
}

/** NUL, bash's internal markers, and lone surrogates: none of them reaches bash as written. */
function oddCharacter(text: string): number | undefined {
  if (!/[^\t\n -~]/.test(text)) return undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 1 || code === 0x7f) return at;
    if (code < 0xd800 || code > 0xdfff) continue;
    const pair = code < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff;
    if (!pair) return at;
    at += 1;
  }
  return undefined;
}

function newUnit(reading: ScriptState, text: string): Unit {
  return {
    text,
    base: undefined,
    reading,
    doors: DOORS,
    parts: new Map(),
    at: 0,
    limit: text.length,
    commandPosition: true,
    pending: [],
    heldOutside: false,
    sawHeredoc: false,
    here: AT_START,
    within: [],
    detaches: false,
    straight: true,
    depth: 0,
  };
}

const DOORS: Readers = {
  script: readScript,
  text: readInnerText,
  heredocs: readHeredocs,
  dollarGroup: readDollarGroup,
  backticks: readBackticks,
  processSubstitution: readProcessSubstitution,
};

function readInnerText(outer: Unit, { text, span, within }: InnerText): PossibleDirectories {
  const base: Span = outer.base ?? span;
  const own = within.length > outer.within.length;
  const inner: Unit = {
    ...newUnit(outer.reading, text),
    base,
    here: outer.here,
    within,
    straight: false,
    depth: outer.depth + 1,
  };
  if (inner.depth > DEEPEST) addDoubt(outer, `nested deeper than ${DEEPEST}`);
  else if (spend(outer.reading.budget, 'rereading', text.length)) readUnit(inner);
  else return notRead(outer);
  return own ? outer.here : inner.here;
}

function notRead(outer: Unit): PossibleDirectories {
  addDoubt(outer, tooMuchAgain);
  return unknownDirectory('after a text that was not read');
}

function readUnit(unit: Unit): void {
  const trouble = tooMuch(unit.text);
  const syntax = trouble ?? parseSyntax(unit.text);
  if (!('script' in syntax)) {
    addDoubt(unit, syntax.reason, syntax.at);
    rescueHead(unit);
    return;
  }
  if (syntax.error !== undefined) addDoubt(unit, syntax.error.reason, syntax.error.at);
  if (!verified(unit, syntax.script)) {
    unit.here = unknownDirectory('in a text that could not be read');
    rescue(unit, syntax.script);
  }
}

function verified(unit: Unit, script: ParsedScript): boolean {
  try {
    // Even with a syntax error, since bash runs the lines before it.
    readStatements(unit, script.commands);
    skipNewlines(unit);
    if (peek(unit) !== undefined) throw new Mismatch('text after the last command', unit.at);
    if (unit.pending.length > 0) throw new Mismatch('a here-document without its body', unit.at);
    return true;
  } catch (thrown) {
    const known = thrown instanceof Mismatch;
    addDoubt(
      unit,
      known ? thrown.message : `could not be read: ${String(thrown)}`,
      known ? thrown.at : unit.at,
    );
    return false;
  }
}

/** So short that the parser is fast on any content. */
const HEAD = 1_024;

/** For a text too large for the parser, the commands at its start: a deny about them still applies. */
function rescueHead(unit: Unit): void {
  unit.here = unknownDirectory('in a text that could not be read');
  const head = unit.text.slice(0, HEAD);
  // Not in the middle of a word: `-rf` may be the start of a longer word.
  const end =
    head.length < unit.text.length ? Math.max(...['\n', ' ', ';'].map((at) => head.lastIndexOf(at))) : HEAD;
  const syntax = parseSyntax(head.slice(0, Math.max(end, 0)));
  if ('script' in syntax) rescue(unit, syntax.script);
}

function rescue(unit: Unit, script: ParsedScript): void {
  try {
    scanBestEffort(unit, script);
  } catch (thrown) {
    addDoubt(unit, `could not be read: ${String(thrown)}`);
  }
}

function finish(reading: ScriptState): ShellReading {
  const { drafts } = reading;
  if (drafts.length > 1) drafts.sort((first, second) => first.span.start - second.span.start);
  const finished = new Map<Draft, Invocation>();
  const finishOnce = (draft: Draft): Invocation => {
    const known = finished.get(draft);
    if (known !== undefined) return known;
    // A pipe may be very long, so this iterates from its first command instead of recursing.
    const chain = [draft];
    for (let at = draft.fedBy; at !== undefined && !finished.has(at); at = at.fedBy) chain.push(at);
    for (const each of chain.toReversed()) {
      const fedBy = each.fedBy === undefined ? undefined : finished.get(each.fedBy);
      const invocation = finishDraft(reading, each);
      finished.set(each, fedBy === undefined ? invocation : { ...invocation, fedBy });
    }
    return finished.get(draft) ?? finishDraft(reading, draft);
  };
  return {
    invocations: drafts.map(finishOnce),
    redirections: reading.loose.map(({ redirection, here, within }) => ({
      ...redirection,
      directory: directoryOf(settled(reading, here, within)),
    })),
    doubts: reading.doubts,
    shells: reading.shells,
  };
}

function finishDraft(reading: ScriptState, draft: Draft): Invocation {
  const { words, assignments, redirections, here, within, definedHere, fed, span } = draft;
  const directory = directoryOf(settled(reading, here, within));
  const sure = reading.unsets || reading.sources ? undefined : definedHere;
  return {
    words,
    assignments,
    redirections:
      redirections.length === 0 ? redirections : redirections.map((each) => ({ ...each, directory })),
    directory,
    definedHere: sure ?? (isFunction(reading, words[0]) ? 'perhaps' : undefined),
    within,
    ...definedFields({ fed }),
    span,
  };
}

function isFunction({ functions }: ScriptState, name: Word | undefined): boolean {
  return functions.size > 0 && functions.has(literalOf(name) ?? '');
}

/** A function or trap runs wherever the shell is at that time; if it changes directory, every directory becomes unknown. */
function settled(
  reading: ScriptState,
  here: PossibleDirectories,
  within: Draft['within'],
): PossibleDirectories {
  if (reading.movesLater) return unknownDirectory('a function or trap changes directory');
  if (reading.moves && within.includes('function')) return unknownDirectory('where the function is called');
  return here;
}
