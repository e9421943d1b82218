/**
 * Effects as an obvious model: what a part states, which effects each rule covers, and what a rule stops. Whether a pattern
 * covers a file or host is taken from the engine.
 */
import type { Effect, EffectName } from '../src/facts/effect.ts';
import type { Part } from '../src/facts/part.ts';
import { coversHost } from '../src/policy/patterns/host-pattern.ts';
import { coversPath } from '../src/policy/patterns/path-glob.ts';
import type { Target } from '../src/policy/rules/match-rule.ts';
import type { Rule } from '../src/policy/rules/rule.ts';

/** A part that states no effects runs something unknown. */
function statedBy({ effects = [] }: Part): readonly Effect[] {
  return effects.length > 0 ? effects : [{ effect: 'run-other' }];
}

export function stopsEffect(wanted: EffectName, part: Part): 'no' | 'may' | 'yes' {
  const found = statedBy(part).filter(({ effect }) => effect === wanted);
  if (found.some(({ possible }) => !possible)) return 'yes';
  return found.length > 0 ? 'may' : 'no';
}

/** A rule with `effects: [run]` or `readOnly` does not apply to parts that do more. */
export function speaksOf({ effects, readOnly }: Rule, part: Part): boolean {
  if (readOnly === true && !part.readOnly) return false;
  return effects === undefined || statedBy(part).every(({ effect }) => effects.includes(effect));
}

/** The rules that cover each effect of the part. */
export function coveringEffects(rules: readonly Rule[], target: Target): readonly (readonly Rule[])[] {
  const { part } = target;
  if (part.subject.kind === 'unknown-call') return [];
  return statedBy(part).map((effect) => rules.filter((rule) => coversEffect(rule, effect, target)));
}

function coversEffect(rule: Rule, effect: Effect, { part, world }: Target): boolean {
  const { pattern, origin } = rule;
  const { effect: name, access } = effect;
  if (!speaksOf(rule, part)) return false;
  if (pattern.about === 'effect') return pattern.effect === name && isNear(effect, world);
  if (access?.kind === 'network') {
    // A rule about a host lets a call make requests there, but neither send nor publish.
    if (name !== 'fetch' && name !== 'serve' && name !== 'remote-read') return false;
    if (pattern.about === 'kind') return pattern.of === 'url';
    return pattern.about === 'host' && coversHost(pattern.host, access.url);
  }
  const wanted = access?.kind === 'read' ? 'read' : 'write';
  const isTheirs =
    wanted === 'read' ? name === 'read' || name === 'secret' : name === 'edit' || name === 'delete';
  if (access === undefined || !isTheirs) return false;
  if (pattern.about === 'kind') return pattern.of === wanted && access.path.known;
  if (pattern.about !== 'path' || pattern.tool !== undefined || pattern.access !== wanted) return false;
  return coversPath({ glob: pattern.glob, path: access.path, anchor: origin, world });
}

/** `Effect(edit)` and `Effect(delete)` cover working and scratch directories. The worlds of these inputs have no links. */
function isNear({ effect, access }: Effect, { workingDirectories }: Target['world']): boolean {
  if ((effect !== 'edit' && effect !== 'delete') || access === undefined || access.kind === 'network')
    return true;
  const { path } = access;
  if (!path.known || typeof path.real !== 'string') return false;
  const names = [path.written, path.real];
  const below = (places: readonly string[]) =>
    names.every((name) => places.some((place) => name.startsWith(`${place}/`)));
  const isPlace = names.every((name) => workingDirectories.includes(name));
  return isPlace || below(workingDirectories) || below(['/tmp', '/var/tmp', '/private/tmp']);
}
