import type { Layer } from './layer.ts';
import type { Problem } from './policy.ts';
import { layerNames } from './rule.ts';

type Shape = (value: unknown) => boolean;

const isText: Shape = (value) => typeof value === 'string';
const isFlag: Shape = (value) => typeof value === 'boolean';
const isTexts: Shape = (value) => Array.isArray(value) && value.every(isText);
const isList: Shape = (value) => Array.isArray(value);
const isRecord: Shape = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field a layer may have. A misspelt one would hide a restriction, so it is refused, not ignored. */
const fields: ReadonlyMap<string, readonly [Shape, needs: string]> = new Map<
  keyof Layer,
  readonly [Shape, string]
>([
  ['layer', [(value) => layerNames.some((name) => name === value), `one of ${layerNames.join(', ')}`]],
  ['file', [isText, 'a text']],
  ['root', [(value) => typeof value === 'string' && value.startsWith('/'), 'an absolute path']],
  ['trusted', [isFlag, 'true or false']],
  ['mode', [isText, 'a mode']],
  ['allow', [isList, 'a list of rules']],
  ['ask', [isList, 'a list of rules']],
  ['deny', [isList, 'a list of rules']],
  ['tools', [isVisibility, 'lists `visible` and `hidden` of tool names']],
  ['workingDirectories', [isTexts, 'a list of directories']],
  ['unlisted', [(value) => value === 'ask' || value === 'deny', 'ask or deny']],
  ['restrict', [isRestriction, '`onlyManagedAllow` and `modes`']],
  ['lines', [isRecord, 'line numbers by verdict']],
]);

/** What is wrong with the layer itself, before its rules are read. */
export function problemsInLayer(layer: Layer): readonly Problem[] {
  if (!isRecord(layer))
    return [problem('a layer', 'it is not an object', 'write { allow: [...], deny: [...] }')];
  return Object.entries(layer).flatMap(([name, value]): readonly Problem[] => {
    if (value === undefined) return [];
    const field = fields.get(name);
    if (field === undefined) return [problem(name, 'there is no such field', meant(name))];
    return field[0](value) ? [] : [problem(name, `it needs ${field[1]}`)];
  });
}

function isVisibility(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value as object).every(
      ([name, list]) => (name === 'visible' || name === 'hidden') && isTexts(list),
    )
  );
}

function isRestriction(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value as object).every(([name, given]) =>
      name === 'onlyManagedAllow' ? isFlag(given) : name === 'modes' && isTexts(given),
    )
  );
}

function meant(name: string): string | undefined {
  const alike = [...fields.keys()].find((known) => known.toLowerCase() === name.toLowerCase());
  return alike === undefined ? `use ${[...fields.keys()].join(', ')}` : `write ${alike}`;
}

/** As strict as a broken deny: nobody knows what the field was meant to forbid. */
function problem(text: string, message: string, mend?: string): Problem {
  return { at: 0, verdict: 'deny', text, message, ...(mend === undefined ? {} : { mend }) };
}
