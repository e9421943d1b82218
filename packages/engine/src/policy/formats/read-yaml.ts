import { LineCounter, parseDocument } from 'yaml';
import type { Unreadable } from './format.ts';
import { deepest, tooDeep } from './read-jsonc.ts';
import { isRecord } from '../../call/is-record.ts';

const longest = 2_000_000;

/** Reads a foreign YAML file as plain data. Aliases are bounded, so that a small text cannot become a huge value. */
export function readYaml(text: string): { readonly value: unknown } | Unreadable {
  if (text.length > longest) return { error: `longer than ${longest} characters` };
  if (tooDeep(text)) return { error: `nested more than ${deepest} deep` };
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      strict: true,
      uniqueKeys: true,
      logLevel: 'silent',
    });
    const [first] = document.errors;
    if (first !== undefined)
      return {
        error: `not YAML: ${first.message.split('\n', 1)[0] ?? ''}`,
        line: lines.linePos(first.pos[0]).line,
      };
    return { value: document.toJS({ maxAliasCount: 100 }) as unknown };
  } catch (error) {
    return { error: `not YAML: ${error instanceof Error ? error.message : String(error)}` };
  }
}

export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  );
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value for the report. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
