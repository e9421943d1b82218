import { fileFunctions, knownFiles, pathMethods } from './file-functions.ts';
import { attributes, builtins, givesText, givesTexts, methods, modules } from './known-names.ts';
import {
  calledLibrary,
  checkUncalled,
  isWriter,
  libraryMember,
  moduleLibrary,
  type LibraryValue,
} from './library.ts';
import { onlyGives } from '../giving-names.ts';
import { checkCalled, looksAt, type Passed } from './handed-on.ts';
import { bindName, bindTarget, loosened, putInto, valueOf, type Run } from './run.ts';
import { notRead, type Call, type Expression } from './syntax.ts';
import {
  data,
  elementOf,
  isText,
  joined,
  joinedFiles,
  library,
  namedText,
  nothing,
  text,
  type Value,
} from './values.ts';
import { wordSet, type WordSet } from '../../../word-set.ts';

/** The value of an expression. Any effect it may have is recorded, or the program is rejected. */
export function evaluate(run: Run, expression: Expression): Value {
  const value = evaluated(run, expression);
  return run.final && value.is === 'nothing' ? data : value;
}

function evaluated(run: Run, expression: Expression): Value {
  switch (expression.is) {
    case 'constant':
      return data;
    case 'text':
      run.texts.add(expression.text);
      return namedText(expression.text);
    case 'format':
      return formatted(run, expression.parts);
    case 'name':
      return namedValue(run, expression.id);
    case 'attribute':
      return attributeOf(run, expression);
    case 'call':
      return called(run, expression);
    case 'index':
      return indexed(run, expression);
    case 'row':
      checkHanded(run, expression.items);
      return { is: 'tuple', items: expression.items.map((item) => evaluate(run, item)) };
    case 'list':
      checkHanded(run, expression.items);
      return { is: 'list', of: expression.items.map((item) => evaluate(run, item)).reduce(joined, nothing) };
    case 'table':
      checkHanded(run, expression.items);
      for (const item of expression.items) evaluate(run, item);
      return data;
    case 'star':
      return elementOf(evaluate(run, expression.of));
    case 'operation':
      return operated(run, expression);
    case 'choice':
      evaluate(run, expression.when);
      return joined(evaluate(run, expression.yes), evaluate(run, expression.no));
    case 'lambda':
      for (const each of expression.takes.defaults) evaluate(run, each);
      for (const name of expression.takes.names) bindName(run, name, data);
      checkHanded(run, [expression.body]);
      evaluate(run, expression.body);
      return data;
    case 'comprehension':
      return comprehended(run, expression);
  }
}

function comprehended(run: Run, { items, clauses }: Extract<Expression, { is: 'comprehension' }>): Value {
  for (const { target, over, conditions } of clauses) {
    bindTarget(run, target, elementOf(evaluate(run, over)));
    for (const condition of conditions) evaluate(run, condition);
  }
  const values = items.map((item) => evaluate(run, item));
  const [only] = values;
  return values.length === 1 && only !== undefined ? { is: 'list', of: only } : data;
}

function formatted(run: Run, parts: readonly (string | Expression)[]): Value {
  let texts: readonly string[] | undefined = [''];
  for (const part of parts) {
    if (typeof part === 'string') run.texts.add(part);
    const value = typeof part === 'string' ? namedText(part) : evaluate(run, part);
    if (value.is === 'nothing') return nothing;
    const files = value.is === 'name' ? value.files : [];
    const ends = files.flatMap((file) => ('file' in file ? [file.file] : []));
    const isKnown: boolean =
      ends.length > 0 && ends.length === files.length && ends.length * (texts?.length ?? 0) <= 24;
    texts = isKnown ? texts?.flatMap((start) => ends.map((end) => start + end)) : undefined;
  }
  return texts === undefined ? text : { is: 'name', files: texts.map((file) => ({ file })) };
}

/** `open` and other functions that name files are not values: a function that receives one could call it with any name. */
function namedValue(run: Run, id: string): Value {
  if (id === '__name__') return text;
  if (builtins.has(id)) return { is: 'member', name: id };
  const value = loosened(run, valueOf(run, id));
  if (value.is === 'module') return notRead('a module as a value');
  if (value.is === 'member' && fileFunctions.has(value.name)) return notRead(value.name);
  // A function that receives it may call it with anything.
  if (value.is === 'function')
    for (const name of run.functions.get(value.name) ?? []) bindName(run, name, data);
  return value;
}

function attributeOf(run: Run, { of, name }: Extract<Expression, { is: 'attribute' }>): Value {
  const module = moduleIn(run, of);
  if (module !== undefined) return moduleValue(run, module, name);
  const value = evaluate(run, of);
  if (value.is === 'file' && name === 'buffer') return value;
  if (value.is === 'path' && /^(?:name|stem|suffix)$/u.test(name)) return text;
  if (value.is === 'library') {
    checkUncalled(name);
    return libraryMember(value, name, run);
  }
  if (attributes.has(name)) return value.is === 'path' ? noPath : data;
  // `key=str.lower`: a method that may be called with anything.
  return methods.has(name) && !name.startsWith('write') && !adding.has(name) ? data : notRead(`.${name}`);
}

function moduleValue(run: Run, module: string, name: string): Value {
  const value = memberOf(run, module, name);
  if (value.is === 'library') checkUncalled(name);
  if (value.is === 'module') return notRead('a module as a value');
  if (value.is === 'member' && fileFunctions.has(value.name)) return notRead(value.name);
  return streams.has(`${module}.${name}`) ? { is: 'file' } : value;
}

const streams: ReadonlySet<string> = new Set(['sys.stdin', 'sys.stdout', 'sys.stderr']);
const noPath: Value = { is: 'path', files: undefined };

/** The module that an expression refers to: `os`, `os.path`, `xml.etree.ElementTree`. */
function moduleIn(run: Run, expression: Expression): string | undefined {
  if (expression.is === 'name' && !builtins.has(expression.id)) {
    const value = run.values.get(expression.id);
    return value?.is === 'module' ? value.name : undefined;
  }
  if (expression.is !== 'attribute') return undefined;
  const outer = moduleIn(run, expression.of);
  if (outer === undefined) return undefined;
  const value = memberOf(run, outer, expression.name);
  return value.is === 'module' ? value.name : undefined;
}

/** A member of a module: only known ones, and for packages only their version. */
export function memberOf(run: Run, module: string, name: string): Value {
  const full = `${module}.${name}`;
  const known = modules.get(module);
  if (known === undefined) {
    if (run.isStandard(module)) return notRead(full);
    run.loads.add(module);
    return libraryMember(moduleLibrary(module, run), name, run);
  }
  if (modules.has(full) && known.has(name)) return { is: 'module', name: full };
  if (fileFunctions.has(full) || known.has(name)) return { is: 'member', name: full };
  return notRead(full);
}

function called(run: Run, call: Call): Value {
  const [object, member] = call.given;
  // `getattr(x, 'y', None)` is `x.y`.
  if (call.of.is === 'name' && call.of.id === 'getattr' && !run.values.has('getattr')) {
    if (object === undefined || member?.is !== 'text' || member.text === undefined) return notRead('getattr');
    for (const more of call.given.slice(2)) evaluate(run, more);
    return attributeOf(run, { is: 'attribute', of: object, name: member.text });
  }
  if (!looksAt(call.of)) checkHanded(run, call.given);
  checkHanded(run, [...call.named.values()]);
  const values = call.given.map((each) => evaluate(run, each));
  const named = new Map(Array.from(call.named, ([name, each]) => [name, evaluate(run, each)] as const));
  const callee = calleeOf(run, call.of);
  if (callee?.is === 'nothing') return nothing;
  if (callee !== undefined) return calledFunction(run, callee, { call, values, named });
  if (call.of.is !== 'attribute') return notRead('a call of a value');
  return calledMethod(run, call.of, { call, values, named });
}

/**
 * `map(own.settle, x)`, `{'x': own.settle}`: what has a function of the project may call it. A name that gives, and one in capitals,
 * may be handed on.
 */
export function checkHanded(run: Run, expressions: readonly Expression[]): void {
  for (const each of expressions) {
    if (each.is === 'choice') checkHanded(run, [each.yes, each.no]);
    if (each.is === 'operation') checkHanded(run, each.items);
    const name =
      each.is === 'attribute' ? each.name : each.is === 'name' ? run.imported.get(each.id) : undefined;
    if (name === undefined || /^[A-Z\d_]+$/u.test(name)) continue;
    const value = evaluate(run, each);
    if (value.is === 'library' && value.own && !onlyGives(name)) notRead(`${name} as a value`);
  }
}

type Callee = Extract<Value, { is: 'member' } | { is: 'function' }> | LibraryValue;

/** The function that is called by its name; undefined for a method of a value. */
function calleeOf(run: Run, of: Expression): Callee | { readonly is: 'nothing' } | undefined {
  if (of.is === 'name') {
    if (of.id === 'open' || builtins.has(of.id)) return { is: 'member', name: of.id };
    const value = valueOf(run, of.id);
    if (/^(?:member|function|library|nothing)$/u.test(value.is)) return value as Callee;
    return notRead('a call of a value');
  }
  if (of.is !== 'attribute') return undefined;
  const module = moduleIn(run, of.of);
  if (module === undefined) return undefined;
  if (run.loads.has(module) && !moduleLibrary(module, run).own && isWriter(of.name)) return library(false);
  const value = memberOf(run, module, of.name);
  return value.is === 'member' || value.is === 'library' ? value : notRead(of.name);
}

/** The name that it has in its module. */
function calledName(run: Run, of: Expression): string {
  if (of.is === 'name') return run.imported.get(of.id) ?? '';
  return of.is === 'attribute' ? of.name : '';
}

function calledFunction(run: Run, callee: Callee, { call, values, named }: Passed): Value {
  if (callee.is === 'function') {
    bindParameters(run, callee.name, { call, values, named });
    return loosened(run, run.results.get(callee.name) ?? nothing);
  }
  if (callee.is === 'library') {
    // It may put anything into a list that it receives.
    putInto(run, data);
    return calledLibrary(run, callee, { name: calledName(run, call.of), call, values, named });
  }
  const file = fileFunctions.get(callee.name);
  if (file !== undefined) return file({ call, values, use: run.use });
  checkCalled(run, callee.name, { call, values, named });
  if (/^(?:heapq\.heap|bisect\.insort)/u.test(callee.name)) for (const value of values) putInto(run, value);
  const [first = data] = values;
  if (first.is === 'nothing') return nothing;
  switch (callee.name) {
    case 'str':
      if (first.is === 'name') return first;
      return first.is === 'path' && first.files !== undefined ? { is: 'name', files: first.files } : text;
    case 'sorted':
    case 'list':
    case 'tuple':
    case 'set':
    case 'reversed':
    case 'iter':
      return { is: 'list', of: elementOf(first) };
    case 'next':
      return elementOf(first);
    case 'enumerate':
      return { is: 'list', of: { is: 'tuple', items: [data, elementOf(first)] } };
    case 'zip':
      return { is: 'list', of: { is: 'tuple', items: values.map(elementOf) } };
    default:
      return resultOf(callee.name);
  }
}

function resultOf(name: string): Value {
  return textFunctions.test(name) ? text : data;
}

const textFunctions =
  /^(?:repr|hex|oct|bin|chr|ascii|format|json\.dumps|re\.sub|re\.escape|textwrap\.\w+|html\.\w+|urllib\.parse\.(?:un)?quote\w*|base64\.\w+|pprint\.pformat|shlex\.(?:quote|join)|string\.\w+|ast\.(?:dump|unparse))$/u;

function bindParameters(run: Run, name: string, { call, values, named }: Passed): void {
  const parameters = run.functions.get(name) ?? [];
  const isSpread = call.given.some(({ is }) => is === 'star');
  for (const [at, parameter] of parameters.entries()) {
    const value = values[at];
    if (isSpread || values.length > parameters.length) bindName(run, parameter, data);
    else if (value !== undefined) bindName(run, parameter, value);
  }
  for (const [parameter, value] of named) {
    if (!parameters.includes(parameter)) notRead('an argument');
    bindName(run, parameter, value);
  }
}

function calledMethod(run: Run, of: Extract<Expression, { is: 'attribute' }>, passed: Passed): Value {
  const { name } = of;
  const { call, values, named } = passed;
  // `'{0.x}'.format(y)` reads attributes: only a plain pattern certainly reads none.
  if (name === 'format') return plainFormat(of.of) ? text : notRead('.format');
  if (name === 'cwd' && isPathClass(run, of.of)) return { is: 'path', files: [{ file: '.' }] };
  const receiver = evaluate(run, of.of);
  switch (receiver.is) {
    case 'nothing':
      return nothing;
    case 'library':
      if (receiver.own || !isWriter(name)) libraryMember(receiver, name, run);
      return calledLibrary(run, receiver, { name, call, values, named });
    case 'path':
      return calledPath(run, receiver, { ...passed, name });
    case 'file':
      return name === 'write' || name === 'writelines'
        ? data
        : calledPlainly(run, receiver, { ...passed, name });
    default:
      return calledPlainly(run, receiver, { ...passed, name });
  }
}

interface Method extends Passed {
  readonly name: string;
}

function calledPath(
  run: Run,
  { files }: Extract<Value, { is: 'path' }>,
  { call, values, name }: Method,
): Value {
  const onDisk = pathMethods.get(name);
  if (onDisk !== undefined)
    return onDisk({ call, values, use: run.use }, files ?? notRead('a path that the program puts together'));
  if (!methods.has(name)) return notRead(`.${name}`);
  if (name === 'as_posix') return text;
  if (name !== 'joinpath') return noPath;
  return { is: 'path', files: values.reduce((all, each) => joinedFiles(all, knownFiles(each)), files) };
}

/** Methods that compute on anything but a path: `.replace` and `.copy` of a path move and copy files. */
function calledPlainly(run: Run, receiver: Value, { call, values, name }: Method): Value {
  if (name === 'replace') return isText(receiver) || !run.hasPaths() ? text : notRead('.replace');
  if (name === 'copy') return call.given.length + call.named.size === 0 ? receiver : notRead('.copy');
  if (!methods.has(name)) return notRead(`.${name}`);
  if (adding.has(name)) for (const value of values) putInto(run, value);
  if (givesText.has(name)) return text;
  if (givesTexts.has(name)) return { is: 'list', of: text };
  return receiver.is === 'list' && /^(?:pop|popleft)$/u.test(name) ? receiver.of : data;
}

const adding: WordSet = wordSet('append add insert extend update appendleft setdefault');

function plainFormat(of: Expression): boolean {
  return (
    of.is === 'text' && of.text !== undefined && /^(?:[^{}]|\{\{|\}\}|\{\w*(?::[^{}]*)?\})*$/u.test(of.text)
  );
}

function isPathClass(run: Run, of: Expression): boolean {
  if (of.is === 'name') {
    const value = run.values.get(of.id);
    return value?.is === 'member' && value.name === 'pathlib.Path';
  }
  return of.is === 'attribute' && of.name === 'Path' && moduleIn(run, of.of) === 'pathlib';
}

function indexed(run: Run, { of, by }: Extract<Expression, { is: 'index' }>): Value {
  for (const each of by) evaluate(run, each);
  const value = evaluate(run, of);
  const isOne = by.length === 1;
  if (value.is === 'nothing') return nothing;
  if (isText(value)) return text;
  if (value.is === 'library') return value;
  if (value.is === 'list') return isOne ? value.of : value;
  if (value.is === 'tuple') return isOne ? elementOf(value) : { is: 'list', of: elementOf(value) };
  return data;
}

function operated(run: Run, { operators, items }: Extract<Expression, { is: 'operation' }>): Value {
  const values = items.map((item) => evaluate(run, item));
  if (values.some(({ is }) => is === 'nothing')) return nothing;
  const [first = data, ...rest] = values;
  const found = values.flatMap((value) => (value.is === 'library' ? [value] : []));
  // `task >> other`, `pipeline | sink`: what operators mean is up to the code.
  if (found.some(({ own }) => own) && operators.some((operator) => /^(?:[@|&]|<<|>>)$/u.test(operator)))
    notRead('an operator of the project');
  if (found.length > 0) return library(found.some(({ own }) => own));
  if (
    operators.every((operator) => operator === '/') &&
    (first.is === 'path' || rest.some(({ is }) => is === 'path'))
  )
    return {
      is: 'path',
      files: rest.reduce((all, each) => joinedFiles(all, knownFiles(each)), knownFiles(first)),
    };
  if (operators.every((operator) => operator === 'or' || operator === 'and')) return values.reduce(joined);
  if (operators.every((operator) => operator === '+' || operator === '%') && isText(first)) return text;
  if (operators.every((operator) => operator === '+') && values.every(({ is }) => is === 'list'))
    return values.reduce(joined);
  return data;
}
