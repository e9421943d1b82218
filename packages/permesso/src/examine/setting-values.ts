import { type JsonNode, readJsonc, readToml } from '@permesso/engine/text';
import type { SettingsFile } from './examination.ts';

/** A value with its path: property names, and indexes in lists. */
export interface SettingValue {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly line?: number;
}

export type SettingValues = readonly SettingValue[] | { readonly error: string; readonly line?: number };

/** Every scalar of a file, and every list. */
export function settingValues(text: string, as: SettingsFile['as']): SettingValues {
  if (as === 'json') {
    const read = readJsonc(text.trim() === '' ? '{}' : text);
    return 'error' in read ? read : Array.from(below(read.root, []));
  }
  const read = readToml(text);
  if ('error' in read) return read;
  return Array.from(inTable(read.table, [])).map((each) => {
    const line = lineOf(text, each.path);
    return line === undefined ? each : { ...each, line };
  });
}

function* below(node: JsonNode, path: readonly string[]): Generator<SettingValue> {
  if (node.items.length > 0 || node.entries.length > 0) {
    for (const [name, child] of node.entries) yield* below(child, [...path, name]);
    for (const [at, child] of node.items.entries()) yield* below(child, [...path, String(at)]);
  } else yield { path, value: node.value, line: node.line };
}

function* inTable(value: unknown, path: readonly string[]): Generator<SettingValue> {
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    for (const [name, child] of Object.entries(value)) yield* inTable(child, [...path, name]);
  else yield { path, value };
}

/** The parser gives no lines: finds the first assignment to that name below its table's heading, if it has one. */
function lineOf(text: string, path: readonly string[]): number | undefined {
  const name = path.at(-1) ?? '';
  const lines = text.split('\n');
  const heading = lines.findIndex(
    (line) => path.length > 1 && line.trim().startsWith('[') && line.includes(path.at(-2) ?? ''),
  );
  const from = path.length > 1 ? Math.max(heading, 0) : 0;
  const at = lines.findIndex((line, index) => index >= from && line.split('=', 1)[0]?.trim() === name);
  return at === -1 ? undefined : at + 1;
}
