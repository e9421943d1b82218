import { notRead } from '../python/syntax.ts';
import { keywords, modules } from './known-words.ts';
import {
  type Script,
  endsAt,
  closing,
  isArrow,
  isMark,
  isMember,
  isOwnFile,
  requiredModule,
  withoutScheme,
} from './script.ts';
import { tokenAt } from './tokens.ts';

/** Records the names that the program binds: variables, parameters, functions and modules. */
export function noteGiven(script: Script, at: number): void {
  const { tokens } = script;
  const { text } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  if (isMember(script, at)) return;
  switch (text) {
    case 'import':
      return noteImport(script, at);
    case 'function':
      return noteFunction(script, at);
    case 'const':
    case 'let':
    case 'var':
      return isMark(next, '{', '[') ? notePattern(script, at + 1) : give(script, next.text);
    case 'catch':
      return isMark(next, '(') ? give(script, tokenAt(tokens, at + 2).text) : undefined;
    default:
      if (!keywords.has(text)) noteValue(script, at);
  }
}

const declares = /^(?:const|let|var)$/u;

function noteValue(script: Script, at: number): void {
  const { tokens } = script;
  const { text } = tokenAt(tokens, at);
  const next = tokenAt(tokens, at + 1);
  const isDeclared = declares.test(tokenAt(tokens, at - 1).text);
  // `for (f of x)` assigns f without an equals sign.
  if (next.is === 'name' && next.text === 'of' && !isDeclared) notRead('a loop');
  if (isMark(next, '=>', '||=', '&&=', '??=') || (isMark(next, '=') && !isDeclared)) give(script, text);
  if (isMark(next, '=')) noteMeaning(script, at);
}

function give(script: Script, name: string): void {
  if (!/^[A-Za-z_$][\w$]*$/u.test(name) || keywords.has(name)) notRead('a name');
  script.given.set(name, (script.given.get(name) ?? 0) + 1);
}

/** `const fs = require('fs')`, `const f = (a) => a`. */
function noteMeaning(script: Script, at: number): void {
  const { tokens } = script;
  const { text } = tokenAt(tokens, at);
  const value = tokenAt(tokens, at + 2);
  const module = requiredModule(tokens, at + 2);
  if (module !== undefined && !module.endsWith('.json') && endsAt(tokens, at + 6))
    script.modules.set(text, module);
  if (value.text === 'function' || value.text === 'async' || isArrow(tokens, at + 2))
    script.functions.add(text);
}

/** Records each name in a pattern or a parameter list that is not a key. */
export function notePattern(script: Script, from: number): void {
  const { tokens } = script;
  const until = closing(tokens, from);
  for (let at = from; at < until; at += 1) {
    const isName = tokenAt(tokens, at).is === 'name' && !isMember(script, at);
    const isKey = isMark(tokenAt(tokens, at + 1), ':');
    // A name with a default value is recorded at its equals sign.
    if (
      isName &&
      !isKey &&
      isMark(tokenAt(tokens, at - 1), '{', '[', '(', ',', ':', '...') &&
      !isMark(tokenAt(tokens, at + 1), '=', '=>')
    )
      give(script, tokenAt(tokens, at).text);
  }
  const module = isMark(tokenAt(tokens, until + 1), '=') ? requiredModule(tokens, until + 2) : undefined;
  if (module === undefined || module.endsWith('.json')) return;
  for (let at = from + 1; at < until; at += 1) {
    const { is, text } = tokenAt(tokens, at);
    if (is === 'name') noteMember(script, module, text);
    else if (text !== ',') notRead('a pattern');
  }
}

/** `const { readFileSync } = require('fs')`, `const { toCents } = require('./src/money')`. */
function noteMember(script: Script, module: string, name: string): void {
  const known = modules.get(withoutScheme(module));
  if (known?.has(name) === true) script.modules.set(name, `${withoutScheme(module)}.${name}`);
  else if (known === undefined && isOwnFile(module) && !script.isRisky(name) && !script.isRisky(module))
    script.functions.add(name);
  else notRead('a member');
}

function noteFunction(script: Script, at: number): void {
  const { tokens } = script;
  const next = tokenAt(tokens, at + 1);
  const open = next.is === 'name' ? at + 2 : at + 1;
  if (next.is === 'name') {
    give(script, next.text);
    script.functions.add(next.text);
  }
  if (!isMark(tokenAt(tokens, open), '(')) notRead('a function');
  notePattern(script, open);
}

/** `import fs from 'node:fs'`, `import { readFileSync } from 'fs'`, `import * as path from 'path'`. */
function noteImport(script: Script, at: number): void {
  const { tokens } = script;
  const from = tokens.findIndex(({ text, is }, place) => place > at && is === 'name' && text === 'from');
  const module = withoutScheme(tokenAt(tokens, from + 1).value ?? '');
  if (from === -1 || !endsAt(tokens, from + 2) || !modules.has(module)) notRead('an import');
  for (const [name, meaning] of importedNames(
    tokens.slice(at + 1, from).map(({ text }) => text),
    module,
  )) {
    give(script, name);
    script.modules.set(name, meaning);
  }
}

function importedNames(words: readonly string[], module: string): readonly (readonly [string, string])[] {
  const text = words.join(' ');
  const whole = /^(?:\* as )?([\w$]+)$/u.exec(text)?.[1];
  if (whole !== undefined) return [[whole, module]];
  const list = /^\{ ([\w$]+(?: , [\w$]+)*) \}$/u.exec(text)?.[1] ?? notRead('an import');
  return list
    .split(' , ')
    .map((name) =>
      modules.get(module)?.has(name) === true ? [name, `${module}.${name}`] : notRead('a member'),
    );
}
