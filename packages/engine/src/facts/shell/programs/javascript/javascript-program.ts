import { isLoopback } from '../../../urls/loopback.ts';
import { readUrl } from '../../../urls/read-url.ts';
import { NotRead, notRead } from '../python/syntax.ts';
import { noteGiven, notePattern } from './given-names.ts';
import {
  callsArgument,
  consoleMembers,
  globals,
  keywords,
  members,
  modules,
  processMembers,
  readers,
  taken,
} from './known-words.ts';
import {
  type Script,
  endsAt,
  closing,
  opening,
  isArrow,
  isMark,
  isMember,
  isOwnFile,
  pairs,
  requiredModule,
  withoutScheme,
  type ScriptUse,
} from './script.ts';
import { readTokens, tokenAt, type Token } from './tokens.ts';

/**
 * What a JavaScript program visibly does. Undefined if it has a word that is not known to compute, print, or read a file that
 * the program names. It is not parsed: each word is judged with its neighbours, and only functions with known names are called.
 */
export function javascriptUse(source: string, isRisky: (name: string) => boolean): ScriptUse | undefined {
  if (source.length > 8000) return undefined;
  try {
    const script: Script = {
      tokens: readTokens(source),
      given: new Map(),
      functions: new Set(),
      modules: new Map(),
      isRisky,
      reads: [],
      asks: [],
      loads: false,
    };
    checkBrackets(script.tokens);
    for (const [at, token] of script.tokens.entries()) {
      if (token.is === 'name') noteGiven(script, at);
      // `(a, b) =>`: the caller of the function determines the values of its parameters.
      else if (isMark(token, '=>') && isMark(tokenAt(script.tokens, at - 1), ')'))
        notePattern(script, opening(script.tokens, at - 1));
    }
    for (const at of script.tokens.keys()) checkToken(script, at);
    return script;
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

function checkToken(script: Script, at: number): void {
  const { tokens } = script;
  const token = tokenAt(tokens, at);
  if (isMark(token, '=')) return checkAssigned(script, at);
  if (token.is === 'name') return isMember(script, at) ? checkMember(script, at) : checkName(script, at);
  if (token.is === 'text' && isMark(tokenAt(tokens, at + 1), ':')) return checkTextKey(token);
  if (isMark(token, '(')) return checkCall(script, at);
  if (isMark(token, '[')) return checkIndex(script, at);
  if (isMark(token, '?.') && tokenAt(tokens, at + 1).is !== 'name') notRead('a call of a value');
  if (isMark(token, '.') && tokenAt(tokens, at + 1).is !== 'name') notRead('a member');
}

/** `[f] = [x]`, `({ f } = x)`: assigns names that do not precede an equals sign. */
function checkAssigned({ tokens }: Script, at: number): void {
  const before = tokenAt(tokens, at - 1);
  if (!isMark(before, ']', '}')) return;
  const open = opening(tokens, at - 1);
  const front = tokenAt(tokens, open - 1);
  const isIndex =
    isMark(before, ']') && (isValueEnd(front) || (front.is === 'name' && !keywords.has(front.text)));
  if (!isIndex && !/^(?:const|let|var)$/u.test(front.text)) notRead('a pattern');
}

/** `const { 'constructor': f } = []`. */
function checkTextKey({ value }: Token): void {
  if (value === undefined || isClosed(value)) notRead('a key');
}

function isValueEnd({ is, text }: Token): boolean {
  return (
    is === 'text' ||
    is === 'template' ||
    is === 'number' ||
    is === 'pattern' ||
    (is === 'mark' && /^[)\]}]$/u.test(text))
  );
}

/** Only names may be called: `x[k](y)`, `f()()` and `'x'(y)` may call anything. */
function checkCall({ tokens }: Script, at: number): void {
  if (isValueEnd(tokenAt(tokens, at - 1))) notRead('a call of a value');
}

/** `x[k]` with a computed key may be the function constructor: only numbers and literal texts are allowed. */
function checkIndex(script: Script, at: number): void {
  const { tokens } = script;
  const before = tokenAt(tokens, at - 1);
  const end = closing(tokens, at);
  if (isMark(tokenAt(tokens, end + 1), ':') && isMark(before, '{', ',')) notRead('a key');
  const isIndex = isValueEnd(before) || (before.is === 'name' && !keywords.has(before.text));
  if (!isIndex) return;
  const [key] = tokens.slice(at + 1, end);
  const isText = key?.is === 'text' && end === at + 2 && key.value !== undefined && !isClosed(key.value);
  if (!isText && !isNumber(script, at + 1, end)) notRead('a key');
}

/** Sums of numbers, lengths, and variables that start as a number and are only counted. */
function isNumber(script: Script, from: number, end: number): boolean {
  const { tokens, given } = script;
  return tokens.slice(from, end).every(({ is, text }, place) => {
    const at = from + place;
    if (is === 'number') return true;
    if (is === 'mark') return /^[-+*%.]$/u.test(text);
    if (is !== 'name') return false;
    // An object may have any length, but minus one makes it a number.
    if (text === 'length') return isMember(script, at) && isMark(tokenAt(tokens, at + 1), '-');
    if (isMark(tokenAt(tokens, at + 1), '.')) return tokenAt(tokens, at + 2).text === 'length';
    return given.get(text) === 1 && isCounter(script, text);
  });
}

function isCounter({ tokens }: Script, name: string): boolean {
  return tokens.some(
    ({ text }, at) =>
      text === name &&
      isMark(tokenAt(tokens, at + 1), '=') &&
      tokenAt(tokens, at + 2).is === 'number' &&
      isMark(tokenAt(tokens, at + 3), ';', ','),
  );
}

/** Names that lead from a value to a constructor of functions from text. */
function isClosed(name: string): boolean {
  return taken.has(name) || name.startsWith('_');
}

function checkMember(script: Script, at: number): void {
  const { tokens } = script;
  const owner = tokenAt(tokens, at - 2);
  const isOwner = owner.is === 'name' && !isMember(script, at - 2);
  const isCalled = isMark(tokenAt(tokens, at + 1), '(');
  if (isCalled) checkGiven(script, at + 1);
  const module = isOwner ? script.modules.get(owner.text) : requiredModule(tokens, at - 5);
  if (module !== undefined && !module.endsWith('.json')) return checkModule(script, module, at);
  const { text } = tokenAt(tokens, at);
  if (!isKnownMember(text, isOwner ? owner.text : '', isCalled)) notRead(text);
}

/** Without a call a member is only a value. Some of the language's own members turn text into functions. */
function isKnownMember(name: string, owner: string, isCalled: boolean): boolean {
  if (owner === 'process') return processMembers.has(name);
  if (owner === 'console') return consoleMembers.has(name);
  return isCalled || globals.has(owner) ? members.has(name) : !isClosed(name);
}

function checkModule(script: Script, module: string, at: number): void {
  const { text } = tokenAt(script.tokens, at);
  const name = withoutScheme(module);
  const known = modules.get(name);
  if (known === undefined) return checkOwn(script, module, text);
  if (!known.has(text)) return notRead(text);
  if (readers.has(text)) readsFile(script, at + 1);
}

/** The project's functions may be called unless the name suggests something irreversible; a package's may not. */
function checkOwn(script: Script, module: string, name: string): void {
  const isOwn = isOwnFile(module) && !script.isRisky(name) && !script.isRisky(module);
  if (!isOwn && !/^(?:version|VERSION)$/u.test(name)) notRead(name);
}

function readsFile(script: Script, open: number): void {
  const { tokens } = script;
  const file = tokenAt(tokens, open + 1);
  const isWhole = isMark(tokenAt(tokens, open), '(') && isMark(tokenAt(tokens, open + 2), ',', ')');
  if (isWhole && file.is === 'number' && file.text === '0') return;
  const name = isWhole && file.is === 'text' ? file.value : undefined;
  script.reads.push(name ?? notRead('a file that the program puts together'));
}

function checkName(script: Script, at: number): void {
  const { tokens } = script;
  const { text } = tokenAt(tokens, at);
  const before = tokenAt(tokens, at - 1);
  const isKey = isMark(before, '{', ',') && isMark(tokenAt(tokens, at + 1), ':');
  if (isKey) return isClosed(text) ? notRead(text) : undefined;
  if (text === 'import' || text === 'from' || text === 'as') return checkImportWord(script, at);
  if (before.text === 'new') return constructors.has(text) ? undefined : notRead(text);
  if (keywords.has(text)) return;
  const module = script.modules.get(text);
  if (module !== undefined) return checkModuleName(script, module, at);
  if (script.given.has(text)) return checkGivenName(script, at);
  return globals.has(text) ? checkGlobal(script, at) : notRead(text);
}

function checkGivenName(script: Script, at: number): void {
  const { text } = tokenAt(script.tokens, at);
  if (taken.has(text) || globals.has(text)) notRead(`another ${text}`);
  if (isMark(tokenAt(script.tokens, at + 1), '(') && !isFunction(script, text)) notRead('a call of a value');
}

/** A function defined in the program, under a name without another meaning. */
function isFunction({ functions, given }: Script, name: string): boolean {
  return functions.has(name) && given.get(name) === 1;
}

const constructors: ReadonlySet<string> = new Set(
  'Date Map Set Array Error TypeError RangeError RegExp URL URLSearchParams Intl TextDecoder TextEncoder'.split(
    ' ',
  ),
);

function checkImportWord({ tokens, given }: Script, at: number): void {
  const { text } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  if (text === 'import' && (next.is === 'name' || isMark(next, '{', '*'))) return;
  if (text === 'from' && next.is === 'text') return;
  if (text === 'as' && tokenAt(tokens, at - 1).text === '*') return;
  if (!given.has(text)) notRead(text);
}

/** A module is not a value: a function that receives it could call all of its members. */
function checkModuleName(script: Script, module: string, at: number): void {
  const { tokens, given } = script;
  const { text } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  const [name = '', member] = module.includes('/') ? [module] : withoutScheme(module).split('.');
  if (given.get(text) !== 1 || (taken.has(text) && text !== name)) return notRead(`another ${text}`);
  const isGiven = isMark(next, '=') || inPattern(tokens, at) || next.text === 'from';
  if (member !== undefined && modules.has(name)) {
    if (isGiven || inPattern(tokens, at)) return;
    return readers.has(member) ? readsFile(script, at + 1) : undefined;
  }
  if (!isGiven && !isMark(next, '.')) notRead('a module as a value');
}

/** Within the braces of `const { a } = require(...)` or `import { a } from`. */
function inPattern(tokens: readonly Token[], at: number): boolean {
  for (let from = at - 1; from >= 0; from -= 1) {
    const token = tokenAt(tokens, from);
    if (isMark(token, '{')) return /^(?:const|let|var|import)$/u.test(tokenAt(tokens, from - 1).text);
    if (token.is !== 'name' && !isMark(token, ',', '*')) return false;
    if (token.text === 'import') return true;
  }
  return false;
}

function isRelative(module: string): boolean {
  return /^\.{1,2}\//u.test(module);
}

function checkGlobal(script: Script, at: number): void {
  const { tokens } = script;
  const { text } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  switch (text) {
    case 'require':
      return checkRequire(script, at);
    case 'fetch':
      return checkFetch(script, at);
    case 'process':
    case 'console':
      return isMark(next, '.') ? undefined : notRead(text);
    default: {
      // Under another name its members would not be checked.
      const isUsed = isMark(next, '.', '(') || tokenAt(tokens, at - 1).text === 'instanceof';
      if (!isUsed && !(converters.has(text) && isMark(next, ',', ')'))) notRead('a function as a value');
    }
  }
}

/** Functions of the language that convert one value to another. */
const converters: ReadonlySet<string> = new Set(
  'Number String Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent'.split(
    ' ',
  ),
);

function checkRequire(script: Script, at: number): void {
  const { tokens } = script;
  const module = requiredModule(tokens, at) ?? notRead('require');
  const behind = tokenAt(tokens, at + 4);
  if (module.endsWith('.json') && (isRelative(module) || /^[@\w][\w@./-]*$/u.test(module))) {
    script.reads.push(isRelative(module) ? module : `node_modules/${module}`);
    return;
  }
  if (!modules.has(withoutScheme(module))) script.loads = true;
  // A bare name is a package, and a path may lead anywhere.
  if (script.loads && !isOwnFile(module) && !/^[@\w][\w@./-]*$/u.test(module)) notRead('a module');
  const isBound = isMark(tokenAt(tokens, at - 1), '=') && endsAt(tokens, at + 4);
  if (!isMark(behind, '.') && !isBound) notRead('a module as a value');
}

/** A request to this machine, with a literal URL. */
function checkFetch(script: Script, at: number): void {
  const { tokens } = script;
  const address = tokenAt(tokens, at + 2);
  const isWhole = isMark(tokenAt(tokens, at + 1), '(') && isMark(tokenAt(tokens, at + 3), ',', ')');
  const url = isWhole && address.is === 'text' ? address.value : undefined;
  const read = readUrl(url ?? notRead('an address'));
  if (!read.known || !/^https?$/u.test(read.scheme) || !isLoopback(read.host)) return notRead('an address');
  script.asks.push(url ?? '');
}

/** The callback must be a function in the program, or a known one of the language. Anything else may be computed. */
function checkGiven(script: Script, open: number): void {
  const { tokens } = script;
  const { text } = tokenAt(tokens, open - 1);
  const end = closing(tokens, open);
  let from = open + 1;
  for (let place = 0; from < end; place += 1) {
    const until = argumentEnd(tokens, from, end);
    if (isMark(tokenAt(tokens, from), '...') && (callsArgument(text, 0) || callsArgument(text, 1)))
      notRead('arguments in a row');
    if (callsArgument(text, place) && !isPlainArgument(script, from, until))
      notRead('a value that is called');
    from = until + 1;
  }
}

function argumentEnd(tokens: readonly Token[], from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    if (isMark(tokenAt(tokens, at), '(', '[', '{')) at = closing(tokens, at);
    else if (isMark(tokenAt(tokens, at), ',')) return at;
  }
  return end;
}

function isPlainArgument(script: Script, at: number, end: number): boolean {
  const { tokens } = script;
  const { is, text } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  if (isArrow(tokens, at) || text === 'function' || (text === 'async' && isArrow(tokens, at + 1)))
    return true;
  if (is === 'name') return isKnownFunction(script, at, end);
  if (is !== 'mark') return end - at === 1 || (is === 'text' && isMark(next, '+'));
  const isWhole = Object.hasOwn(pairs, text) && closing(tokens, at) === end - 1;
  return isWhole && (text !== '(' || next.is === 'template');
}

/** `Number`, `console.log`, `null`, or a function defined in the program. */
function isKnownFunction(script: Script, at: number, end: number): boolean {
  const { tokens, given } = script;
  const { text } = tokenAt(tokens, at);
  const isGlobal = globals.has(text) && !given.has(text);
  if (end - at === 1)
    return (isGlobal && converters.has(text)) || keywords.has(text) || isFunction(script, text);
  const member = tokenAt(tokens, at + 2).text;
  const isMemberOnly = end - at === 3 && isMark(tokenAt(tokens, at + 1), '.');
  return isGlobal && isMemberOnly && (members.has(member) || consoleMembers.has(member));
}

function checkBrackets(tokens: readonly Token[]): void {
  const open: string[] = [];
  for (const { is, text } of tokens) {
    if (is !== 'mark') continue;
    if (Object.hasOwn(pairs, text)) open.push(pairs[text] ?? '');
    else if (/^[)\]}]$/u.test(text) && open.pop() !== text) notRead('brackets');
  }
  if (open.length > 0) notRead('brackets');
}
