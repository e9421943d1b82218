import { looksAt, operator, peek, skipBlanks, skipLineRest, skipNewlines } from './state/cursor.ts';
import { afterLine, mark } from './unfinished-text.ts';
import { after, same, type Outcome } from './state/outcome.ts';
import { readCommand } from './read-command.ts';
import { readCompound, type Compound } from './read-compound.ts';
import { isModelledBuiltin } from './evaluating-builtins.ts';
import { readFedLoop } from './read-loop.ts';
import { readPipelinePrefixes } from './read-prefixes.ts';
import { noteReachedTests } from './read-test.ts';
import { detachList, mayKeep, readRedirection } from './read-redirection.ts';
import type { AndOr, ParsedScript, Pipeline, Redirected, Statement } from './syntax.ts';
import { doubtDifference, readsOtherwise } from './shells/differs.ts';
import { inside, type Draft, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import { either, type PossibleDirectories } from './state/possible-directories.ts';
import type { FedWords } from './state/invocation.ts';
import { literalOf, type Word } from './words/word.ts';

/** Reads the commands of a script from the cursor on; the caller handles what follows the last one. */
export function readScript(unit: Unit, script: ParsedScript): void {
  const error = script.errors?.[0];
  if (error !== undefined) throw new Mismatch(error.message, error.pos);
  unit.commandPosition = true;
  readStatements(unit, script.commands);
}

/** Reads statements with their separators; returns where the shell is after the last, by its outcome. */
export function readStatements(unit: Unit, statements: readonly Statement[]): Outcome {
  let outcome = same(unit.here);
  skipNewlines(unit);
  let line = mark(unit);
  for (const [index, statement] of statements.entries()) {
    unit.here = after(outcome);
    outcome = readStatement(unit, statement);
    const end = unit.at;
    const separated = readSeparator(unit);
    if (!separated && index < statements.length - 1)
      throw new Mismatch('two commands without a separator', unit.at);
    if (unit.text.slice(end, unit.at).includes('\n')) {
      outcome = { ok: afterLine(unit, line, outcome.ok), fail: afterLine(unit, line, outcome.fail) };
      line = mark(unit);
    }
  }
  unit.here = after(outcome);
  return outcome;
}

function readStatement(unit: Unit, statement: Statement): Outcome {
  unit.commandPosition = true;
  const { command, background } = statement;
  const { here } = unit;
  unit.detaches = false;
  if (background !== true) {
    const outcome = readNode(unit, command);
    const isDetached = unit.detaches;
    unit.detaches = false;
    return isDetached ? { ok: either(outcome.ok, here), fail: either(outcome.fail, here) } : outcome;
  }
  const inner = inside(unit, 'background', () => readNode(unit, command));
  skipBlanks(unit);
  if (peek(unit) !== '&' || peek(unit, 1) === '&') throw new Mismatch('expected &', unit.at);
  operator(unit, '&');
  if (peek(unit) === '!') doubtDifference(unit, 'disown-operator');
  unit.here = here;
  const isMoved = command.type === 'AndOr' && (inner.ok !== here || inner.fail !== here);
  if (!isMoved || !readsOtherwise(unit, 'background-list')) return same(here);
  return same(either(here, after(inner)));
}

/** A semicolon or newlines; also true right after `&`. */
function readSeparator(unit: Unit): boolean {
  const afterAmpersand = unit.text[unit.at - 1] === '&';
  skipBlanks(unit);
  if (!afterAmpersand && peek(unit) === ';' && peek(unit, 1) !== ';' && peek(unit, 1) !== '&') {
    operator(unit, ';');
    skipNewlines(unit);
    return true;
  }
  skipLineRest(unit);
  return skipNewlines(unit) || afterAmpersand;
}

type ScriptNode = Statement['command'];

function readNode(unit: Unit, node: ScriptNode): Outcome {
  skipBlanks(unit);
  switch (node.type) {
    case 'Command':
      return readCommand(unit, node);
    case 'AndOr':
      return readAndOr(unit, node);
    case 'Pipeline':
      return readPipeline(unit, node);
    case 'Redirected':
      return readRedirected(unit, node);
    default:
      return readCompoundNode(unit, node);
  }
}

function readCompoundNode(unit: Unit, node: Compound): Outcome {
  const outcome = inside(unit, undefined, () =>
    readCompound(unit, node, { node: readNode, statements: readStatements }),
  );
  if (unit.at !== node.end && node.type !== 'Function' && node.type !== 'Coproc') {
    throw new Mismatch('the end of a compound command is not clear', unit.at);
  }
  return outcome;
}

function readRedirected(unit: Unit, node: Redirected): Outcome {
  const { here, within } = unit;
  const [only, ...more] = node.redirects.map(({ pos, end }) => unit.text.slice(pos, end));
  const source = more.length === 0 ? /^<\s*<\(([^()]*)\)$/u.exec(only ?? '')?.[1] : undefined;
  const outcome = readFedLoop(unit, node.command, { source, read: () => readNode(unit, node.command) });
  const inner = unit.here;
  unit.here = here;
  for (const item of node.redirects) {
    const redirection = readRedirection(unit, item);
    if (mayKeep(unit)) unit.reading.loose.push({ redirection, here, within });
  }
  unit.here = inner;
  unit.commandPosition = true;
  // If the redirection fails, nothing runs at all.
  return { ok: outcome.ok, fail: either(outcome.fail, here) };
}

/** `a && b || c`: each part starts where the parts before it left the shell, given the outcome that its operator requires. */
function readAndOr(unit: Unit, { commands, operators }: AndOr): Outcome {
  const { straight, here: list } = unit;
  const kept = new Set(unit.reading.values.keys());
  const chained = straight && operators.every((each) => each === '&&');
  let outcome: Outcome = same(unit.here);
  for (const [index, command] of commands.entries()) {
    const joint = operators[index - 1];
    const known = unit.reading.drafts.length;
    if (joint !== undefined) {
      operator(unit, joint);
      skipNewlines(unit);
    }
    if (joint === '||') noteReachedTests(unit, command);
    const start: PossibleDirectories = joint === '||' ? outcome.fail : outcome.ok;
    unit.here = joint !== undefined && startsCoprocess(unit, command) ? either(start, list) : start;
    unit.straight = chained;
    const next =
      joint === undefined
        ? readNode(unit, command)
        : inside(unit, 'condition', () => readChained(unit, command, chained));
    if (joint === undefined) outcome = next;
    else if (joint === '&&') outcome = { ok: next.ok, fail: either(outcome.fail, next.fail) };
    else outcome = { ok: either(outcome.ok, next.ok), fail: next.fail };
    if (unit.detaches) {
      outcome = { ok: either(outcome.ok, list), fail: either(outcome.fail, list) };
      redirectFrom(unit, list, known);
    }
  }
  unit.straight = straight;
  forget(unit, kept);
  return outcome;
}

/** To some shells, `cd a && b |& c` runs `cd a && b` as a coprocess, and then `c` in the list's starting directory. */
function startsCoprocess(unit: Unit, node: ScriptNode): boolean {
  if (node.type !== 'Pipeline' || !node.operators.includes('|&')) return false;
  if (!readsOtherwise(unit, 'coprocess-pipe')) return false;
  detachList(unit);
  return true;
}

/** To some shells, `cd a && b &>f` is `cd a && b &`, and then `>f` in the list's starting directory. */
function redirectFrom({ reading, within }: Unit, list: PossibleDirectories, known: number): void {
  for (const { redirections } of reading.drafts.slice(known))
    for (const redirection of redirections) reading.loose.push({ redirection, here: list, within });
}

function readChained(unit: Unit, command: AndOr['commands'][number], straight: boolean): Outcome {
  unit.straight = straight;
  return readNode(unit, command);
}

/** Assignments in a chain hold only within it: an earlier part may have failed. */
function forget(unit: Unit, kept: ReadonlySet<string>): void {
  for (const name of unit.reading.values.keys()) if (!kept.has(name)) unit.reading.values.delete(name);
}

function readOnly(unit: Unit, { commands: [only], prefixes }: Pipeline): Outcome {
  if (only === undefined) throw new Mismatch('an empty pipeline', unit.at);
  const isTimed = prefixes.some(({ type }) => type !== 'Negation') && setsSomething(only);
  return isTimed && readsOtherwise(unit, 'timed-list') ? readApart(unit, only) : readNode(unit, only);
}

function readPipeline(unit: Unit, node: Pipeline): Outcome {
  const turned = readPipelinePrefixes(unit, node);
  const { here } = unit;
  if (node.commands.length === 1) {
    const outcome = readOnly(unit, node);
    return turned ? { ok: outcome.fail, fail: outcome.ok } : outcome;
  }
  const { detaches } = unit;
  const { drafts } = unit.reading;
  let end: Outcome = same(here);
  let before: Draft | undefined;
  let fed: FedWords | undefined;
  for (const [index, command] of node.commands.entries()) {
    const joint = node.operators[index - 1];
    if (joint !== undefined) readPipe(unit, joint, detaches);
    unit.here = here;
    const known = drafts.length;
    const source = joint === '|' ? textBefore(unit, node, index) : undefined;
    end = inside(unit, 'pipe', () =>
      readFedLoop(unit, command, { source, read: () => readNode(unit, command) }),
    );
    // The simple command is recorded last, after the commands that its words run.
    const own = command.type === 'Command' && drafts.length > known ? drafts.at(-1) : undefined;
    if (own !== undefined && before !== undefined && joint === '|') own.fedBy = before;
    before = own;
    fed = handOn(drafts.slice(known), fed);
  }
  unit.here = here;
  return runsLastItself(unit, node, end) ? end : same(here);
}

/** The text of the commands that a pipe reads from. */
function textBefore({ text }: Unit, { commands }: Pipeline, index: number): string {
  return text.slice(commands[0]?.pos, commands[index - 1]?.end);
}

/** Words that commands print are passed on as possible input of the commands after the pipe. */
function handOn(made: readonly Draft[], fed: FedWords | undefined): FedWords | undefined {
  const words = made.flatMap(printedWords);
  if (fed !== undefined)
    for (const draft of made)
      draft.fed = draft.fed === undefined ? fed : { words: [], before: [fed, draft.fed] };
  return words.length === 0 ? fed : { words, before: fed === undefined ? [] : [fed] };
}

function printedWords({ words, redirections }: Draft): readonly Word[] {
  const isPrinting = /^(?:echo|printf|print)$/u.test(literalOf(words[0]) ?? '');
  const given = redirections.flatMap(({ operator: sign, body, target }): readonly Word[] => {
    if (body !== undefined) return [{ kind: 'literal', text: body, span: target.span }];
    return sign === '<<<' ? [target] : [];
  });
  return isPrinting ? [...words.slice(1), ...given] : given;
}

/** Whether it makes a difference that the shell itself runs it. */
function setsSomething(node: ScriptNode): boolean {
  if (node.type !== 'Command') return true;
  return node.name === undefined || isModelledBuiltin(node.name.text);
}

/** Reads a command that may run in a subshell: its assignments are not certain, and its `cd` may not move the shell. */
function readApart(unit: Unit, node: ScriptNode): Outcome {
  const { here } = unit;
  const outcome = inside(unit, 'condition', () => readNode(unit, node));
  unit.reading.values.clear();
  return { ok: either(outcome.ok, here), fail: either(outcome.fail, here) };
}

/** Whether the shell itself runs the last command of a pipe, and so follows its `cd`. */
function runsLastItself(unit: Unit, node: Pipeline, { ok, fail }: Outcome): boolean {
  if (ok === unit.here && fail === unit.here) return false;
  const isCoprocess = node.operators.at(-1) === '|&' && readsOtherwise(unit, 'coprocess-pipe');
  return isCoprocess || readsOtherwise(unit, 'last-of-pipe');
}

function readPipe(unit: Unit, joint: '|' | '|&', wasDetached: boolean): void {
  // To some shells, `cd a && b &>f | c` is `cd a && b &`, and then `>f | c` in the list's starting directory.
  if (unit.detaches && !wasDetached) doubtDifference(unit, 'words-behind-both-streams');
  operator(unit, joint);
  if (joint === '|' && (looksAt(unit, '|') || looksAt(unit, '&')))
    throw new Mismatch('expected a pipe', unit.at);
  skipNewlines(unit);
}
