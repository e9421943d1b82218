import { looksAt, operator, peek, skipBlanks, skipLineRest, skipNewlines } from './state/cursor.ts';
import { afterLine, mark } from './unfinished-text.ts';
import { after, same } from './state/outcome.ts';
import type { Outcome } from './state/outcome.ts';
import { readCommand } from './read-command.ts';
import { readCompound } from './read-compound.ts';
import type { Compound } from './read-compound.ts';
import { readPipelinePrefixes } from './read-prefixes.ts';
import { mayKeep, readRedirection } from './read-redirection.ts';
import type { AndOr, ParsedScript, Pipeline, Redirected, Statement } from './syntax.ts';
import { inside } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import type { Draft, Unit } from './state/unit.ts';
import { either } from './state/possible-directories.ts';
import type { PossibleDirectories } from './state/possible-directories.ts';

/** The commands of a script from the cursor on; what follows the last one is left to the caller. */
export function readScript(unit: Unit, script: ParsedScript): void {
  const error = script.errors?.[0];
  if (error !== undefined) throw new Mismatch(error.message, error.pos);
  unit.commandPosition = true;
  readStatements(unit, script.commands);
}

/** Statements with their separators; gives where the shell is after the last, by its outcome. */
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
  if (background !== true) return readNode(unit, command);
  const { here } = unit;
  inside(unit, 'background', () => readNode(unit, command));
  skipBlanks(unit);
  if (peek(unit) !== '&' || peek(unit, 1) === '&') throw new Mismatch('expected &', unit.at);
  operator(unit, '&');
  unit.here = here;
  return same(here);
}

/** A semicolon, or new lines; also true right after `&`. */
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
  const outcome = readNode(unit, node.command);
  const inner = unit.here;
  unit.here = here;
  for (const item of node.redirects) {
    const redirection = readRedirection(unit, item);
    if (mayKeep(unit)) unit.reading.loose.push({ redirection, here, within });
  }
  unit.here = inner;
  unit.commandPosition = true;
  // The redirection may fail, and then nothing ran at all.
  return { ok: outcome.ok, fail: either(outcome.fail, here) };
}

/** `a && b || c`: each part runs where the ones before it left the shell, if they ended the way it wants. */
function readAndOr(unit: Unit, { commands, operators }: AndOr): Outcome {
  const { straight } = unit;
  const kept = new Set(unit.reading.values.keys());
  const chained = straight && operators.every((each) => each === '&&');
  let outcome: Outcome = same(unit.here);
  for (const [index, command] of commands.entries()) {
    const joint = operators[index - 1];
    if (joint !== undefined) {
      operator(unit, joint);
      skipNewlines(unit);
    }
    const start: PossibleDirectories = joint === '||' ? outcome.fail : outcome.ok;
    unit.here = start;
    unit.straight = chained;
    const next =
      joint === undefined
        ? readNode(unit, command)
        : inside(unit, 'condition', () => readChained(unit, command, chained));
    if (joint === undefined) outcome = next;
    else if (joint === '&&') outcome = { ok: next.ok, fail: either(outcome.fail, next.fail) };
    else outcome = { ok: either(outcome.ok, next.ok), fail: next.fail };
  }
  unit.straight = straight;
  forget(unit, kept);
  return outcome;
}

function readChained(unit: Unit, command: AndOr['commands'][number], straight: boolean): Outcome {
  unit.straight = straight;
  return readNode(unit, command);
}

/** What was assigned in a chain holds only in it: a part before may have failed. */
function forget(unit: Unit, kept: ReadonlySet<string>): void {
  for (const name of unit.reading.values.keys()) if (!kept.has(name)) unit.reading.values.delete(name);
}

function readPipeline(unit: Unit, node: Pipeline): Outcome {
  const turned = readPipelinePrefixes(unit, node);
  const { here } = unit;
  if (node.commands.length === 1) {
    const [only] = node.commands;
    if (only === undefined) throw new Mismatch('an empty pipeline', unit.at);
    const outcome = readNode(unit, only);
    return turned ? { ok: outcome.fail, fail: outcome.ok } : outcome;
  }
  const { drafts } = unit.reading;
  let before: Draft | undefined;
  for (const [index, command] of node.commands.entries()) {
    const joint = node.operators[index - 1];
    if (joint !== undefined) readPipe(unit, joint);
    unit.here = here;
    const known = drafts.length;
    inside(unit, 'pipe', () => readNode(unit, command));
    // A simple command is put down last, after what its words run.
    const own = command.type === 'Command' && drafts.length > known ? drafts.at(-1) : undefined;
    if (own !== undefined && before !== undefined && joint === '|') own.fedBy = before;
    before = own;
  }
  unit.here = here;
  return same(here);
}

function readPipe(unit: Unit, joint: '|' | '|&'): void {
  operator(unit, joint);
  if (joint === '|' && (looksAt(unit, '|') || looksAt(unit, '&')))
    throw new Mismatch('expected a pipe', unit.at);
  skipNewlines(unit);
}
