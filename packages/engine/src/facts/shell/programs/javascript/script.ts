import { notRead } from '../python/syntax.ts';
import { tokenAt, type Token } from './tokens.ts';

/** Everything that a program does besides computing and printing. */
export interface ScriptUse {
  readonly reads: readonly string[];
  /** Servers on this machine to which it sends requests. */
  readonly asks: readonly string[];
  /** It loads code of the project. */
  readonly loads: boolean;
}

export interface Script {
  readonly tokens: readonly Token[];
  /** The names that it binds, each with a count; and the meaning of those that are functions or modules. */
  readonly given: Map<string, number>;
  readonly functions: Set<string>;
  readonly modules: Map<string, string>;
  readonly isRisky: (name: string) => boolean;
  readonly reads: string[];
  readonly asks: string[];
  loads: boolean;
}

export function isMark(token: Token, ...texts: readonly string[]): boolean {
  return token.is === 'mark' && texts.includes(token.text);
}

export function isMember({ tokens }: Script, at: number): boolean {
  return isMark(tokenAt(tokens, at - 1), '.', '?.');
}

export function endsAt(tokens: readonly Token[], at: number): boolean {
  const token = tokenAt(tokens, at);
  return token.isFirst || isMark(token, ';', ',');
}

/** `require('x')`: the module name. */
export function requiredModule(tokens: readonly Token[], at: number): string | undefined {
  const [name, open, text, close] = [0, 1, 2, 3].map((more) => tokenAt(tokens, at + more));
  const isCall = name?.text === 'require' && open?.text === '(' && close?.text === ')';
  return isCall && text?.is === 'text' ? text.value : undefined;
}

/** `x =>`, `(a, b) =>`: the names in the parentheses are bound, too. */
export function isArrow(tokens: readonly Token[], at: number): boolean {
  if (tokenAt(tokens, at).is === 'name') return isMark(tokenAt(tokens, at + 1), '=>');
  return isMark(tokenAt(tokens, at), '(') && isMark(tokenAt(tokens, closing(tokens, at) + 1), '=>');
}

export const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export function closing(tokens: readonly Token[], from: number): number {
  const open: string[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const { is, text } = tokenAt(tokens, at);
    if (is !== 'mark') continue;
    if (Object.hasOwn(pairs, text)) open.push(pairs[text] ?? '');
    else if (/^[)\]}]$/u.test(text) && open.pop() !== text) return notRead('brackets');
    if (open.length === 0) return at;
  }
  return notRead('brackets');
}

export function opening(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at >= 0; at -= 1) {
    const { is, text } = tokenAt(tokens, at);
    if (is === 'mark') depth += /^[)\]}]$/u.test(text) ? 1 : Object.hasOwn(pairs, text) ? -1 : 0;
    if (depth === 0) return at;
  }
  return notRead('brackets');
}

export function withoutScheme(module: string): string {
  return module.replace(/^node:/u, '');
}

/** Whether it is below this directory. */
export function isOwnFile(module: string): boolean {
  return module.startsWith('./') && !module.includes('..');
}
