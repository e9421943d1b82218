/** The type that stands at each place of a JSON value: `tool_input.command` -> `string`. */
export type Shape = ReadonlyMap<string, string>;

export interface Differences {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** What our script asked for, and not what the host says about it. */
const ofTheCall: ReadonlySet<string> = new Set([
  'tool_input',
  'args',
  'toolArgs',
  'tool_call.input',
  'preToolUse.parameters',
]);

export function shapeOf(value: unknown): Shape {
  const shape = new Map<string, string>();
  const walk = (here: unknown, place: string): void => {
    if (place !== '') shape.set(place, typeOf(here));
    if (ofTheCall.has(place) || typeof here !== 'object' || here === null) return;
    for (const [name, inner] of Object.entries(here))
      walk(inner, Array.isArray(here) ? `${place}[]` : place === '' ? name : `${place}.${name}`);
  };
  walk(value, '');
  return shape;
}

export function compareShapes(before: Shape, after: Shape): Differences {
  return {
    added: [...after].filter(([place]) => !before.has(place)).map(([place, type]) => `${place}: ${type}`),
    removed: [...before].filter(([place]) => !after.has(place)).map(([place, type]) => `${place}: ${type}`),
    changed: [...after].flatMap(([place, type]) => {
      const old = before.get(place);
      return old === undefined || old === type ? [] : [`${place}: ${old} -> ${type}`];
    }),
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
