import { isRecord } from '../call/is-record.ts';
import { meantBy } from '../messages/did-you-mean.ts';
import { effectNames, isEffectName, type Effect, type EffectName } from './effect.ts';

/** An effect as the owner of a tool states it: by name, or as one that the arguments leave open. */
export type StatedEffect = EffectName | Omit<Effect, 'access'>;

/** The stated effects. Throws for anything else: untyped code may return anything, and a typo must not drop an effect. */
export function statedEffects(given: unknown): readonly Effect[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new TypeError("effects names no effect; write ['publish'], or ['read'] for what changes nothing");
  return given.map((one: unknown) => {
    const { effect, possible, ...rest } = isRecord(one) ? one : { effect: one };
    if (typeof effect !== 'string' || !isEffectName(effect)) throw new TypeError(unknownEffectText(effect));
    const [odd] = Object.keys(rest);
    if (odd !== undefined)
      throw new TypeError(`effects: there is no \`${odd}\`; files and hosts are named by touches`);
    return possible === undefined || possible === false ? { effect } : { effect, possible: true };
  });
}

function unknownEffectText(name: unknown): string {
  const text = typeof name === 'string' ? name : JSON.stringify(name);
  return `there is no effect \`${text}\`; ${meantBy(text, effectNames)}`;
}

const reading: ReadonlySet<EffectName> = new Set(['read', 'remote-read']);

/** Whether it changes and sends nothing: what modes call read-only. */
export function onlyReads(effects: readonly Effect[]): boolean {
  return effects.length > 0 && effects.every(({ effect }) => reading.has(effect));
}
