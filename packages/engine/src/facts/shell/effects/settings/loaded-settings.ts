import { fill } from '../../../../messages/fill.ts';
import { commandDoubts } from '../../../../messages/tool-checks.ts';
import type { World } from '../../../../world/world.ts';
import type { Expanded } from '../carriers.ts';

/** A service's client may take its address and account from a file here, and would send the token to that address. */
export function loadedSettings({ args, place }: Expanded, world: World): string | undefined {
  const names = args?.rows.flatMap(({ loads }) => loads ?? []) ?? [];
  if (names.length === 0 || world.holds === undefined) return undefined;
  if ('unknown' in place || world.holds === undefined)
    return fill(commandDoubts.loads, { file: names[0] ?? '' });
  for (const start of place.in)
    for (let at = start; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const file = names.find((name) => world.entry(`${at}/${name}`).is !== 'missing');
      if (file !== undefined) return fill(commandDoubts.loads, { file: `${at}/${file}` });
    }
  return undefined;
}
