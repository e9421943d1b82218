import type { Expanded, Expansion } from './carriers.ts';
import { variableNature } from '../model/environment.ts';
import { isPlainSetting, isQuietValue } from '../model/quiet-values.ts';
import type { Assignment } from '../read/state/invocation.ts';
import { isLoopback } from '../../urls/loopback.ts';
import { riskInName, surroundingsIn } from '../risks/risk-words.ts';
import { literalOf, type Word } from '../read/words/word.ts';

/** Variables that the text sets for later commands, each with why that matters. */
export interface EnvironmentUse {
  /** Why a later command may have another meaning: because of the first such variable. */
  readonly changed?: string;
}

/** Why an assignment before a command matters; undefined if it does not. */
export function passedOn(
  assignment: Assignment,
  { reads = false }: { readonly reads?: boolean } = {},
): string | undefined {
  const { name } = assignment;
  const nature = variableNature(name);
  if (nature === 'harmless' && assignment.subscript === undefined) return undefined;
  const value = literalOf(assignment.value);
  if (value !== undefined && assignment.subscript === undefined && assignment.append === undefined) {
    if (isQuietValue(name, value)) return undefined;
    if (nature === 'other' && isPlainSetting(name, value)) return undefined;
    if (reads && choosesAccount(name, value)) return undefined;
  }
  return nature === 'loading' ? `${name} can load other code` : `${name} is passed to the command`;
}

/**
 * The same for code of the project: settings are data for it (`DB_PORT=3307`), and its own folders contain its own code
 * (`PYTHONPATH=src`). A URL on another machine, or the name of production, remains a doubt.
 */
export function passedToCode(assignment: Assignment): string | undefined {
  const reason = passedOn(assignment);
  const { name, subscript, append } = assignment;
  const value = literalOf(assignment.value);
  if (reason === undefined || value === undefined || subscript !== undefined || append !== undefined)
    return reason;
  if (codeFolders.test(name))
    return /^(?:\.?[\w-][\w./-]*|\.)(?::[\w-][\w./-]*)*$/u.test(value) && !value.includes('..')
      ? undefined
      : reason;
  // A relative path of a project file is code or data of the project.
  const isData =
    variableNature(name) === 'other' && /^(?:[\w.,:+@%-]*|(?!.*\.\.)[\w-][\w./-]*)$/u.test(value);
  if (isHarmlessPlace(name, value)) return undefined;
  if (!isData || surroundingsIn(value) !== undefined || riskInName(name) !== undefined) return reason;
  return addresses.test(name) && !isLoopback(value.replace(/:\d+$/u, '')) ? reason : undefined;
}

/** `VERILATOR_ROOT=/usr/share/verilator`: only installations write there. `COCOTB_RESULTS_FILE=/tmp/results.xml`: never run. */
function isHarmlessPlace(name: string, value: string): boolean {
  if (variableNature(name) !== 'other' || value.includes('..')) return false;
  return (
    (installedIn.test(name) &&
      /^\/usr\/(?:local\/)?(?:share|lib|libexec|include)\/[\w.+/-]+$/u.test(value)) ||
    (resultIn.test(name) &&
      /^\/tmp\/[\w./+-]+\.(?:xml|jsonl?|txt|log|html|csv|info|out|svg|tap)$/u.test(value))
  );
}

const installedIn = /_(?:ROOT|PREFIX|HOME|DIR|DATA|PATH)$/u;
const resultIn =
  /(?:^|_)(?:OUT|OUTPUT|RESULTS?|REPORT|JUNIT|COVERAGE|LOG|TRACE)(?:_?(?:FILE|XML|JSON|HTML))?$/u;

const codeFolders = /^(?:PYTHONPATH|RUBYLIB|PERL5LIB|NODE_PATH|CLASSPATH)$/u;
const addresses = /(?:HOST|URL|URI|DSN|ENDPOINT|ADDR|ADDRESS|PROXY|REGISTRY|SERVER|REMOTE|ORIGIN)S?$/u;

/** `AWS_PROFILE=staging aws s3 ls`: chooses among the user's own accounts, for a read-only command. */
function choosesAccount(name: string, value: string): boolean {
  return /^AWS_(?:PROFILE|REGION|DEFAULT_REGION)$/u.test(name) && /^[\w.-]+$/u.test(value);
}

/** A variable of the shell itself: it matters if programs consult it. */
export function setHere(name: string, value?: Word): string | undefined {
  if (variableNature(name) !== 'loading') return undefined;
  const text = literalOf(value);
  if (text !== undefined && isQuietValue(name, text)) return undefined;
  return `${name} changes what later commands do`;
}

/** Loops and functions run out of order, so an assignment anywhere applies everywhere. */
export function environmentUse(expansion: Expansion): EnvironmentUse {
  const exportsAll = expansion.commands.some(exportsEverything);
  for (const command of expansion.commands) {
    const changed = command.words.length === 0 ? bare(command, exportsAll) : byBuiltin(command, exportsAll);
    if (changed !== undefined) return { changed };
  }
  for (const names of expansion.sets) {
    for (const name of names) {
      const changed = setHere(name);
      if (changed !== undefined) return { changed };
    }
  }
  return {};
}

function exportsEverything({ words }: Expanded): boolean {
  if (literalOf(words[0]) !== 'set') return false;
  return words.slice(1).some((word) => /^-\w*[ak]|^allexport$|^keyword$/u.test(literalOf(word) ?? 'keyword'));
}

function bare({ assignments }: Expanded, exportsAll: boolean): string | undefined {
  return firstOf(assignments, (assignment) =>
    exportsAll ? passedOn(assignment) : setHere(assignment.name, assignment.value),
  );
}

/** `export X=1`, `read X`, `printf -v X`: the variable that a builtin sets, and whether it exports it. */
export function byBuiltin({ judgement, args }: Expanded, exportsAll = false): string | undefined {
  const name = args?.path[0];
  const exports = name === 'export' || args?.options.some((option) => option.name === '-x') === true;
  const passes = (exportsAll || exports) && name !== 'unset';
  return firstOf(judgement?.variables ?? [], (word) => {
    const assignment = assignmentIn(word);
    if (assignment === undefined) return 'a variable that is not known is set';
    return passes ? passedOn(assignment) : setHere(assignment.name, assignment.value);
  });
}

function firstOf<T>(list: readonly T[], reason: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const found = reason(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `NAME=VALUE` or `NAME` as an operand. */
function assignmentIn(word: Word): Assignment | undefined {
  const text = word.kind === 'literal' ? word.text : word.starts;
  const name = /^[A-Za-z_]\w*/u.exec(text)?.[0];
  if (name === undefined) return undefined;
  if (word.kind === 'unknown') return { name, value: word, span: word.span };
  const equals = text.indexOf('=');
  return { name, value: { ...word, text: equals === -1 ? '' : text.slice(equals + 1) }, span: word.span };
}
