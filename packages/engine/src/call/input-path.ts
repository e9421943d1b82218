/** A place in a call's input: `amount`, `$.items[0].price`, `to[*].address`. */
export type InputPath = readonly PathStep[];

export type PathStep = { readonly key: string } | { readonly index: number } | { readonly each: true };

export interface PathProblem {
  /** Offset into the text. */
  readonly at: number;
  readonly message: string;
  readonly fix: string;
}

const stepSyntax = /(?:^|\.)([^.[\]]+)|\[(\d+)\]|\[(\*)\]/y;

export function readInputPath(text: string): InputPath | PathProblem {
  const body = text.startsWith('$.') ? text.slice(2) : text.startsWith('$[') ? text.slice(1) : text;
  const lead = text.length - body.length;
  const steps: PathStep[] = [];
  let at = 0;
  while (at < body.length) {
    stepSyntax.lastIndex = at;
    const found = stepSyntax.exec(body);
    if (found === null)
      return {
        at: lead + at,
        message: `cannot read the path at \`${body.slice(at)}\``,
        fix: 'write names with dots, indexes in []',
      };
    steps.push(toStep(found));
    at = stepSyntax.lastIndex;
  }
  if (steps.length > 0) return steps;
  return { at: 0, message: 'the path is empty', fix: 'name an argument of the tool' };
}

function toStep(found: RegExpExecArray): PathStep {
  if (found[1] !== undefined) return { key: found[1] };
  return found[2] === undefined ? { each: true } : { index: Number(found[2]) };
}

/** For paths written in code: an invalid one is a programming error, so it throws. */
export function inputPath(text: string): InputPath {
  const path = readInputPath(text);
  if ('message' in path) throw new TypeError(`${text}: ${path.message}; ${path.fix}`);
  return path;
}

/** Every value at the path; empty when the input has none. Reads own properties only, because names are hostile. */
export function valuesAt(input: unknown, path: InputPath): readonly unknown[] {
  let values: readonly unknown[] = [input];
  for (const step of path) values = values.flatMap((value) => stepInto(value, step));
  return values;
}

/** The result of looking up a path: a value, nothing, or something (`unread`) that a tool may read more from. */
export type LookedUp = { readonly value: unknown } | 'missing' | 'unreadable';

/** Like `valuesAt`, but also reports missing values. Empty only when the path goes through an empty list. */
export function lookUp(input: unknown, path: InputPath): readonly LookedUp[] {
  let found: readonly LookedUp[] = [{ value: input }];
  for (const step of path)
    found = found.flatMap((one) => (typeof one === 'string' ? [one] : lookInto(one.value, step)));
  return found;
}

function lookInto(value: unknown, step: PathStep): readonly LookedUp[] {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || isList === 'key' in step) return ['unreadable'];
  const inside = stepInto(value, step);
  return inside.length === 0 && !('each' in step) ? ['missing'] : inside.map((one) => ({ value: one }));
}

/** Whether the path leads to exactly this place. */
export function leadsTo(path: InputPath, place: readonly (string | number)[]): boolean {
  return (
    path.length === place.length &&
    path.every((step, at) => {
      const here = place[at];
      if ('key' in step) return here === step.key;
      return typeof here === 'number' && ('each' in step || step.index === here);
    })
  );
}

function stepInto(value: unknown, step: PathStep): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('key' in step) {
    return !Array.isArray(value) && Object.hasOwn(value, step.key)
      ? [(value as Record<string, unknown>)[step.key]]
      : [];
  }
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  if ('each' in step) return items;
  return step.index < items.length ? [items[step.index]] : [];
}
