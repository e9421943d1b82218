import { checkHanded, evaluate, memberOf } from './evaluate.ts';
import type { FileUse } from './file-functions.ts';
import { checkArgument, checkPackage, checkUncalled, isCompositionSafe } from './library.ts';
import { modules, standardNames } from './known-names.ts';
import { bindName, bindTarget, putInto, type Run } from './run.ts';
import { readProgram } from './statements.ts';
import { notRead, NotRead, type Block, type Expression, type Statement } from './syntax.ts';
import { data, elementOf, joined, nothing } from './values.ts';

/** Everything that a program does besides computing and printing. */
export interface ProgramUse {
  readonly files: readonly FileUse[];
  /** Modules of the project or its packages that it loads. */
  readonly loads: readonly string[];
}

export interface ProgramPlace {
  /** Whether a module is code of this project. */
  readonly isOwn: (module: string) => boolean;
  /** Whether a name suggests an irreversible action. */
  readonly isRisky: (name: string) => boolean;
  /** Whether a file name leads into the project. */
  readonly isInside: (file: string) => boolean;
}

const mostRounds = 12;

/**
 * What a Python program visibly does. Undefined if it has a name, member or statement that is not known to compute, print, or
 * use files that the program names.
 */
export function pythonUse(source: string, place: ProgramPlace): ProgramUse | undefined {
  const files = new Map<string, FileUse>();
  let hasPaths = false;
  try {
    const program = readProgram(source);
    const run: Run = {
      values: new Map(),
      functions: new Map(),
      results: new Map(),
      loads: new Set(),
      imported: new Map(),
      use: (access, named) => {
        for (const file of named) {
          if ('entryOf' in file) notRead('a name without its directory');
          files.set(JSON.stringify([access, file]), { access, file });
        }
      },
      hasPaths: () => hasPaths,
      isStandard: (module) => isStandard(module),
      ...place,
      texts: new Set(),
      calls: false,
      composes: false,
      put: nothing,
      changed: true,
      final: false,
    };
    hasPaths = /\bpathlib\b/u.test(source);
    for (let round = 0; run.changed; round += 1) {
      if (round > mostRounds) return undefined;
      run.changed = false;
      followBlock(run, program, undefined);
    }
    run.final = true;
    followBlock(run, program, undefined);
    if (run.calls && run.composes && !isCompositionSafe(run, source)) return undefined;
    return { files: [...files.values()], loads: [...run.loads] };
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

function isStandard(module: string): boolean {
  const [first = ''] = module.split('.');
  return first.startsWith('_') || standardNames.has(first);
}

function followBlock(run: Run, block: Block, inside: string | undefined): void {
  for (const statement of block) follow(run, statement, inside);
}

function follow(run: Run, statement: Statement, inside: string | undefined): void {
  switch (statement.is) {
    case 'expression':
      evaluate(run, statement.value);
      return;
    case 'assign': {
      const [only, more] = statement.targets;
      if (statement.value.is === 'lambda' && only?.is === 'name' && more === undefined) {
        followLambda(run, only.id, statement.value);
        return;
      }
      checkHanded(run, [statement.value]);
      const value = evaluate(run, statement.value);
      for (const target of statement.targets) {
        if (target.is === 'index') checkHeld(run, target, statement.value);
        bindTarget(run, target, value);
      }
      return;
    }
    case 'update':
      if (statement.target.is === 'index') checkHeld(run, statement.target, statement.value);
      followUpdate(run, statement);
      return;
    case 'for':
      bindTarget(run, statement.target, elementOf(evaluate(run, statement.over)));
      followBlock(run, statement.body, inside);
      return;
    case 'block':
      for (const test of statement.tests) evaluate(run, test);
      followBlock(run, statement.body, inside);
      return;
    case 'with': {
      const value = evaluate(run, statement.value);
      if (!/^(?:file|library|nothing)$/u.test(value.is)) notRead('with');
      if (statement.target !== undefined) bindTarget(run, statement.target, value);
      return;
    }
    case 'except':
      bindName(run, statement.name, data);
      return;
    case 'define':
      followDefinition(run, statement);
      return;
    case 'return': {
      checkHanded(run, [statement.value]);
      const value = evaluate(run, statement.value);
      if (inside === undefined) notRead('a return');
      else giveResult(run, inside, value);
      return;
    }
    case 'import':
    case 'from':
      followImport(run, statement);
      return;
  }
}

/** `store['x'] = 1`: what the project holds may be anywhere; a setting of a package may name a place or code. */
function checkHeld(run: Run, target: Expression, given: Expression): void {
  const value = evaluate(run, target);
  if (value.is !== 'library') return;
  if (value.own) notRead('an item of the project');
  checkArgument(run, evaluate(run, given), { name: 'item', own: false, from: given });
}

/** `names += more`: extends a list, computes with anything else. */
function followUpdate(run: Run, { target, value }: Extract<Statement, { is: 'update' }>): void {
  const before = evaluate(run, target);
  const after = evaluate(run, value);
  const isList = before.is === 'list' || before.is === 'tuple';
  // `a += b` changes the list itself, under all of its names.
  if (!('name' === target.is && isPlain(before.is))) putInto(run, elementOf(after));
  const isText = before.is === 'name' || before.is === 'text';
  bindTarget(
    run,
    target,
    before.is === 'nothing' || after.is === 'nothing'
      ? nothing
      : isList
        ? { is: 'list', of: joined(elementOf(before), elementOf(after)) }
        : isText
          ? { is: 'text' }
          : data,
  );
}

function isPlain(is: string): boolean {
  return is === 'name' || is === 'text';
}

/** `f = lambda x: x`: a function with a name. */
function followLambda(run: Run, name: string, { takes, body }: Extract<Expression, { is: 'lambda' }>): void {
  followDefinition(run, { is: 'define', name, takes, body: [{ is: 'return', value: body }] });
}

function followDefinition(run: Run, statement: Extract<Statement, { is: 'define' }>): void {
  const { name, takes, body } = statement;
  for (const each of takes.defaults) evaluate(run, each);
  // A default is a value like any argument; which parameter it belongs to is not tracked.
  if (takes.defaults.length > 0) for (const each of takes.names) bindName(run, each, data);
  const before = run.functions.get(name);
  if (before !== undefined && before !== takes.names) notRead(`another ${name}`);
  run.functions.set(name, takes.names);
  bindName(run, name, { is: 'function', name });
  followBlock(run, body, name);
  giveResult(run, name, body.some(({ is }) => is === 'return') ? nothing : data);
}

function giveResult(run: Run, name: string, value: ReturnType<typeof evaluate>): void {
  const before = run.results.get(name) ?? nothing;
  const after = joined(before, value);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  run.results.set(name, after);
  run.changed = true;
}

function followImport(run: Run, statement: Extract<Statement, { is: 'import' | 'from' }>): void {
  const { module, as } = statement;
  const isKnown = modules.has(module);
  if (!isKnown && isStandard(module)) notRead(module);
  if (!isKnown) {
    checkPackage(module, run);
    run.loads.add(module);
  }
  if (statement.is === 'from') {
    if (!isKnown) checkUncalled(statement.name);
    run.imported.set(as, statement.name);
  }
  bindName(
    run,
    as,
    statement.is === 'import' ? { is: 'module', name: module } : memberOf(run, module, statement.name),
  );
}
