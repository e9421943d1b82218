import { spend, unreadWords } from './state/budget.ts';
import { childrenOf } from './syntax.ts';
import type { Command, ParsedScript, Redirect, SyntaxNode, WordNode } from './syntax.ts';
import { spanOf, type Unit } from './state/unit.ts';
import { directoryOf, unknownDirectory } from './state/possible-directories.ts';
import type { Word } from './words/word.ts';

const MOST_NODES = 20_000;
const MOST_INVOCATIONS = 1_000;

/** Collects the commands that the parser sees in an unverified text. They prove nothing, but denies can match them. */
export function scanBestEffort(unit: Unit, script: ParsedScript): void {
  const { drafts } = unit.reading;
  const seen = new Set(drafts.map(({ span }) => span.start));
  const written = new Set([
    ...drafts.flatMap(({ redirections }) => redirections.map(({ span }) => span.start)),
    ...unit.reading.loose.map(({ redirection }) => redirection.span.start),
  ]);
  const open: SyntaxNode[] = [script];
  for (let visited = 0; visited < MOST_NODES && drafts.length < MOST_INVOCATIONS; visited += 1) {
    const node = open.pop();
    if (node === undefined) return;
    if (node.type === 'Script' && node.source !== undefined) continue;
    if (node.type === 'Command' && (unit.base !== undefined || !seen.has(node.pos))) keepCommand(unit, node);
    if (node.type === 'Redirect' && (unit.base !== undefined || !written.has(node.pos)))
      keepRedirection(unit, node);
    open.push(...childrenOf(node));
  }
}

function keepCommand(unit: Unit, node: Command): void {
  const words: Word[] = [];
  for (const word of [node.name, ...node.args]) {
    if (word === undefined) continue;
    if (!spend(unit.reading.budget, 'words')) {
      words.push(unreadWords(spanOf(unit, word.pos, word.end)));
      break;
    }
    words.push(roughWord(unit, word));
  }
  if (words.length === 0) return;
  unit.reading.drafts.push({
    words,
    assignments: [],
    redirections: [],
    here: unknownDirectory('in a text that could not be read'),
    within: unit.within,
    definedHere: undefined,
    span: spanOf(unit, node.pos, node.end),
  });
}

function keepRedirection(unit: Unit, node: Redirect): void {
  if (node.target === undefined || !spend(unit.reading.budget, 'redirections')) return;
  const here = unknownDirectory('in a text that could not be read');
  const redirection = {
    operator: node.operator,
    target: roughWord(unit, node.target),
    directory: directoryOf(here),
    span: spanOf(unit, node.pos, node.end),
  };
  unit.reading.loose.push({ redirection, here, within: unit.within });
}

function roughWord(unit: Unit, node: WordNode | Command['args'][number]): Word {
  const span = spanOf(unit, node.pos, node.end);
  if (node.type === 'Word' && /^[\w./:@%+,=-]+$/.test(node.text)) {
    return { kind: 'literal', text: node.text, span };
  }
  return { kind: 'unknown', reason: 'text that could not be read', starts: '', count: 'any', span };
}
