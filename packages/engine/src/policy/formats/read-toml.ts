import { parse, TomlError } from 'smol-toml';
import type { Unreadable } from './format.ts';

export type TomlTable = Readonly<Record<string, unknown>>;

const longest = 4_000_000;

export function readToml(text: string): { readonly table: TomlTable } | Unreadable {
  if (text.length > longest) return { error: `longer than ${longest} characters` };
  try {
    return { table: parse(text.replace(/^\uFEFF/u, ''), { maxDepth: 64 }) };
  } catch (error) {
    if (error instanceof TomlError)
      return { error: `not TOML: ${error.message.split('\n', 1)[0] ?? ''}`, line: error.line };
    return { error: `not TOML: ${error instanceof Error ? error.message : String(error)}` };
  }
}

export function tableAt(table: TomlTable | undefined, name: string): TomlTable | undefined {
  const value = valueAt(table, name);
  return isTable(value) ? value : undefined;
}

export function valueAt(table: TomlTable | undefined, name: string): unknown {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

export function tablesAt(table: TomlTable | undefined, name: string): readonly TomlTable[] {
  const value = valueAt(table, name);
  return Array.isArray(value) ? value.filter(isTable) : [];
}

export function textsAt(table: TomlTable | undefined, name: string): readonly string[] {
  const value = valueAt(table, name);
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lines on which the tables `[[name]]` begin, in order: the parser does not report them. */
export function linesOf(text: string, name: string): readonly number[] {
  const wanted = name.split('.').join(String.raw`\s*\.\s*`);
  const heading = new RegExp(String.raw`^\s*\[\[\s*${wanted}\s*\]\]`, 'u');
  return text.split('\n').flatMap((line, at) => (heading.test(line) ? [at + 1] : []));
}
