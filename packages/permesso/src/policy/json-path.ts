import { broken, parsed, type Parsed } from './rule-error.ts';

/** Where in a call's input a condition looks: `amount`, `$.items[0].price`, `to[*].address`. */
export type JsonPath = readonly Step[];

export type Step = { readonly key: string } | { readonly index: number } | { readonly each: true };

const stepSyntax = /(?:^|\.)([^.[\]]+)|\[(\d+)\]|\[(\*)\]/y;

export function parseJsonPath(text: string): Parsed<JsonPath> {
  const body = text.startsWith('$.') ? text.slice(2) : text.startsWith('$[') ? text.slice(1) : text;
  const lead = text.length - body.length;
  const steps: Step[] = [];
  let at = 0;
  while (at < body.length) {
    stepSyntax.lastIndex = at;
    const found = stepSyntax.exec(body);
    if (found === null)
      return broken(
        lead + at,
        `cannot read the path at \`${body.slice(at)}\``,
        'write names with dots, indexes in []',
      );
    steps.push(toStep(found));
    at = stepSyntax.lastIndex;
  }
  return steps.length === 0 ? broken(0, 'the path is empty', 'name an argument of the tool') : parsed(steps);
}

function toStep(found: RegExpExecArray): Step {
  if (found[1] !== undefined) return { key: found[1] };
  return found[2] === undefined ? { each: true } : { index: Number(found[2]) };
}

export function printJsonPath(path: JsonPath): string {
  return path
    .map((step, place) => {
      // A leading `$` would read as the root.
      if ('key' in step)
        return place === 0 && step.key !== '$' ? step.key : `${place === 0 ? '$' : ''}.${step.key}`;
      return 'index' in step ? `[${step.index}]` : '[*]';
    })
    .join('');
}

/** Every value at the path; none when the input does not have it. Own properties only: names are hostile. */
export function valuesAt(input: unknown, path: JsonPath): readonly unknown[] {
  let values: readonly unknown[] = [input];
  for (const step of path) values = values.flatMap((value) => stepInto(value, step));
  return values;
}

function stepInto(value: unknown, step: Step): readonly unknown[] {
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
