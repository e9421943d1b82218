import { hasDoubt, spend, tooManyRedirections } from './state/budget.ts';
import { agree, isMeta, peek, refuseContinued, skipBlanks } from './state/cursor.ts';
import { finishArgument, finishValue } from './words/finish-word.ts';
import type { Redirection } from './state/invocation.ts';
import { finishAt, indexParts, readWord } from './words/read-parts.ts';
import type { HereDoc, RedirectionNode, WordNode } from './syntax.ts';
import { doubtDifference, readsOtherwise } from './shells/differs.ts';
import { noteParameter } from './shells/shell-names.ts';
import { addDoubt, spanOf, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import { directoryOf } from './state/possible-directories.ts';
import type { Word } from './words/word.ts';

const DESCRIPTOR = /[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\}/y;
const OPERATOR = /<<<|<<-|<<|<&|<>|<|&>>|&>|>>|>&|>\||>/y;

export function readRedirection(unit: Unit, node: RedirectionNode): Redirection {
  skipBlanks(unit);
  agree(unit, node.pos, 'a redirection');
  const descriptor = takeMatch(unit, DESCRIPTOR);
  const operator = takeMatch(unit, OPERATOR);
  if (operator !== node.operator) throw new Mismatch('a redirection that is not understood', unit.at);
  if (descriptor !== undefined && descriptor.length > 1) noteDescriptor(unit, descriptor);
  refuseContinued(unit);
  skipBlanks(unit);
  const target =
    node.type === 'HereDoc' ? readDelimiter(unit, node) : readTarget(unit, node.target, operator);
  unit.commandPosition = false;
  const redirection = {
    operator,
    target,
    directory: directoryOf(unit.here),
    span: spanOf(unit, node.pos, unit.at),
    ...bodyOf(unit, node),
  };
  return descriptor === undefined ? redirection : { ...redirection, descriptor };
}

/** Checks the operator before the target is read: `>!`, `&>`, `<1-9>`. */
function noteOperator(unit: Unit, node: WordNode, operator: string): void {
  if (operator.includes('>') && peek(unit) === '!') doubtDifference(unit, 'clobbering-target');
  if (operator.startsWith('&') && readsOtherwise(unit, 'both-streams')) detachList(unit);
  if (operator === '<' && unit.text[node.end] === '>' && /^\d*-\d*$/.test(node.text))
    doubtDifference(unit, 'numeric-range');
}

/** To some shells, `a && b &>f` is `a && b &` and then `>f`: the list runs in the background, so its assignments are lost. */
export function detachList(unit: Unit): void {
  const { values, functions } = unit.reading;
  unit.detaches = true;
  values.clear();
  for (const name of functions.keys()) functions.set(name, false);
}

/** `10>f`, `{name}>f`. */
function noteDescriptor(unit: Unit, descriptor: string): void {
  const name = /^\{(.*)\}$/.exec(descriptor)?.[1];
  doubtDifference(unit, name === undefined ? 'long-descriptor' : 'named-descriptor');
  if (name === undefined) return;
  noteParameter(unit, name);
  if (unit.commandPosition) doubtDifference(unit, 'leading-descriptor');
}

function bodyOf(unit: Unit, node: RedirectionNode): Pick<Redirection, 'body' | 'verbatim'> {
  if (node.type !== 'HereDoc' || node.closing === undefined) return {};
  const text = unit.text.slice(node.body.pos, node.closing.pos);
  const isVerbatim = unit.pending.some((each) => each.node === node && each.quoted);
  return {
    body: node.operator === '<<-' ? text.replaceAll(/^\t+/gmu, '') : text,
    ...(isVerbatim && node.operator === '<<' ? { verbatim: true } : {}),
  };
}

/** Whether the budget allows another redirection. */
export function mayKeep(unit: Unit): boolean {
  const { budget, doubts } = unit.reading;
  if (spend(budget, 'redirections')) return true;
  if (!hasDoubt(doubts, tooManyRedirections)) addDoubt(unit, tooManyRedirections);
  return false;
}

function takeMatch(unit: Unit, pattern: RegExp): string | undefined {
  pattern.lastIndex = unit.at;
  const found = pattern.exec(unit.text)?.[0];
  if (found !== undefined) unit.at += found.length;
  return found;
}

function readTarget(unit: Unit, node: WordNode | undefined, operator: string): Word {
  if (node === undefined) throw new Mismatch('a redirection without a target', unit.at);
  const start = unit.at;
  const duplicates = operator === '>&' || operator === '<&';
  // After >& a dash closes the descriptor, and the rest is an argument: find . >&--delete
  if (duplicates && peek(unit) === '-' && node.end !== start + 1) {
    throw new Mismatch('text glued to a closed descriptor', start);
  }
  noteOperator(unit, node, operator);
  const atoms = readWord(unit, node);
  const finish = finishAt(unit, start, unit.at);
  if (operator === '<<<') return finishValue(atoms, finish);
  const words = finishArgument(atoms, finish);
  const [word] = words;
  const target: Word =
    word !== undefined && words.length === 1
      ? word
      : { kind: 'unknown', reason: 'several words', starts: '', count: 'any', span: finish.span };
  // Bash expands the word of >& a second time: >&'$(x)' and >&'<(x)' run x. Only plain text survives that unchanged.
  if (duplicates && (target.kind === 'unknown' || !/^[\w./:@%+,=-]*$/u.test(target.text))) {
    addDoubt(unit, 'a computed target of >&', start);
  }
  return target;
}

/** Quotes anywhere in the delimiter keep the body from being expanded, and are not part of the delimiter. */
const DELIMITER = /(?:'[^'\n]*'|"[^"\\$`\n]*"|\\[^\n]|[A-Za-z0-9_.!+%@:,/=\r-])+/y;

function readDelimiter(unit: Unit, node: HereDoc): Word {
  const start = unit.at;
  const raw = takeMatch(unit, DELIMITER);
  const next = peek(unit);
  if (raw === undefined || !isMeta(next) || node.delimiter?.end !== unit.at) {
    throw new Mismatch('the delimiter of a here-document is not plain', start);
  }
  const quoted = /['"\\]/.test(raw);
  const delimiter = raw.replaceAll(/'([^']*)'|"([^"]*)"|\\([^])/g, '$1$2$3');
  indexParts(unit, node.body);
  unit.sawHeredoc = true;
  unit.pending.push({ node, delimiter, quoted, here: unit.here, within: unit.within });
  return { kind: 'literal', text: delimiter, span: spanOf(unit, start, unit.at) };
}
