import type { Command, Expression } from './read/syntax.ts';
import { type Parameter, parametersOf } from './cmdlets.ts';

/** A cmdlet's arguments by parameter name. */
export interface Bound {
  readonly by: ReadonlyMap<string, readonly Expression[]>;
  readonly switches: ReadonlySet<string>;
  /** An argument or parameter could not be bound, so it may mean anything. */
  readonly isUnclear: boolean;
}

export function bindArguments(cmdlet: string, { elements }: Command): Bound {
  const known = parametersOf(cmdlet);
  const binding: Binding = { by: new Map(), switches: new Set(), loose: [], isUnclear: known === undefined };
  for (const element of elements.slice(1)) bindElement(element, binding, known ?? []);
  if (binding.wants !== undefined) binding.isUnclear = true;
  const { by, switches, loose } = binding;
  const free = placesFree(known ?? [], by);
  for (const [at, value] of loose.entries()) {
    const name = free[at];
    if (name === undefined) binding.isUnclear = true;
    else addTo(by, name, value);
  }
  return { by, switches, isUnclear: binding.isUnclear };
}

interface Binding {
  readonly by: Map<string, Expression[]>;
  readonly switches: Set<string>;
  readonly loose: Expression[];
  isUnclear: boolean;
  /** The parameter that takes the next value. */
  wants?: Parameter | undefined;
}

function addTo(by: Map<string, Expression[]>, name: string, value: Expression): void {
  by.set(name, [...(by.get(name) ?? []), value]);
}

function bindElement(element: Expression, binding: Binding, known: readonly Parameter[]): void {
  const { wants, by, loose, switches } = binding;
  binding.wants = undefined;
  if (element.is !== 'parameter') {
    if (element.is === 'variable' && element.splat) binding.isUnclear = true;
    if (wants === undefined) loose.push(element);
    else addTo(by, wants.name, element);
    return;
  }
  if (wants !== undefined) binding.isUnclear = true;
  if (element.name === '-') return;
  const found = parameterNamed(known, element.name);
  if (found === undefined) {
    binding.isUnclear = true;
    if (element.value !== undefined) loose.push(element.value);
  } else if (found.isSwitch) switches.add(found.name);
  else if (element.value === undefined) binding.wants = found;
  else addTo(by, found.name, element.value);
}

/** Free positional parameters, in order; of two with the same position, the first that was not given. */
function placesFree(known: readonly Parameter[], by: ReadonlyMap<string, unknown>): readonly string[] {
  const places = new Map<number, string>();
  for (const { name, place } of known)
    if (place !== undefined && !by.has(name) && !places.has(place)) places.set(place, name);
  const isLiteral = by.has('LiteralPath');
  return [...places]
    .filter(([, name]) => !(isLiteral && name === 'Path'))
    .toSorted(([a], [b]) => a - b)
    .map(([, name]) => name);
}

/** Matches any unambiguous prefix of a name, or an alias. */
function parameterNamed(known: readonly Parameter[], text: string): Parameter | undefined {
  const wanted = text.toLowerCase();
  const exact = known.find(({ names }) => names.includes(wanted));
  if (exact !== undefined) return exact;
  const fitting = known.filter(({ names }) => names.some((name) => name.startsWith(wanted)));
  return fitting.length === 1 ? fitting[0] : undefined;
}
