import { definedFields } from '../call/defined-fields.ts';
import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import { dangerOf } from './danger.ts';
import type { Effect, EffectName } from './effect.ts';
import { keptRemoval } from './losses.ts';
import type { Part } from './part.ts';
import { isLoopback, loopbackEffect } from './urls/loopback.ts';
import { wordSet, type WordSet } from './word-set.ts';

const unstated: readonly Effect[] = [{ effect: 'run-other' }];

/** What happens when a part runs. A part without stated effects may do anything. */
export function effectsOf({ effects }: Part): readonly Effect[] {
  return effects === undefined || effects.length === 0 ? unstated : effects;
}

/** The part with the effects of the files and hosts that it touches and of the scripts that it starts. */
export function withEffects(part: Part, world: World): Part {
  const runs = part.runs?.map((run) => withEffects(run, world));
  const own = part.effects ?? derivedEffects(part, world);
  const secret: readonly Effect[] = readsSecret(part) ? [{ effect: 'secret' }] : [];
  const started = runs?.flatMap(startedEffects) ?? [];
  return { ...part, effects: [...own, ...secret, ...started], ...definedFields({ runs }) };
}

/** The commands of a project script count as if they were typed; where they run the project's own code, the effect is `run`. */
function startedEffects(run: Part): readonly Effect[] {
  // A protected place in a script needs approval, just as it does when typed.
  const guarded: readonly Effect[] = run.check.outcome === 'safety' ? unstated : [];
  const started = effectsOf(run).map((effect): Effect =>
    run.ownCode === true && effect.effect === 'run-other' ? { ...effect, effect: 'run' } : effect,
  );
  return [...started, ...guarded];
}

const secretCodes: WordSet = wordSet('credentials private-key ssh history environment');

function readsSecret({ check, subject, accesses }: Part): boolean {
  if (check.outcome !== 'safety' || !secretCodes.has(check.code)) return false;
  return subject.kind !== 'path' || subject.access === 'read' || accesses.some(({ kind }) => kind === 'read');
}

/** Effects of a tool that states none: those of its subject and its touches, or unknown code if there are none. */
export function derivedEffects(part: Part, world: World): readonly Effect[] {
  const { subject, accesses, readOnly, complete } = part;
  const about: readonly Access[] =
    subject.kind === 'path'
      ? [{ kind: subject.access, path: subject.path }]
      : subject.kind === 'url'
        ? [{ kind: 'network', url: subject.url }]
        : [];
  const all = [...about, ...accesses];
  const touched = touchedEffects(all, world);
  // A suspicion is not part of a complete description.
  if (about.length > 0 || (complete === true && all.every(isSure))) return touched;
  if (readOnly) return [{ effect: subject.kind === 'mcp' ? 'remote-read' : 'read' }];
  return [...unstated, ...touched];
}

/** The effects on the files and hosts that a tool surely touches. */
export function touchedEffects(accesses: readonly Access[], world: World): readonly Effect[] {
  return accesses.filter(isSure).flatMap((access): readonly Effect[] => {
    const effect = accessEffect(access, world);
    if (effect === undefined || !('path' in access || 'url' in access)) return [];
    return [effect === 'lose' && 'path' in access ? keptRemoval(access, world) : { effect, access }];
  });
}

function isSure(access: Access): boolean {
  return !('perhaps' in access) && !('suspected' in access);
}

function accessEffect(access: Access, world: World): EffectName | undefined {
  switch (access.kind) {
    case 'read':
      return dangerOf(access, world) === undefined ? 'read' : 'secret';
    case 'write':
      return 'edit';
    case 'delete':
      return access.path.known && world.recoverable?.(access.path.written) === true ? 'delete' : 'lose';
    case 'network':
      return access.url.known && isLoopback(access.url.host) ? loopbackEffect(access.url) : 'fetch';
    default:
      return undefined;
  }
}
