import type { World } from '../../world/world.ts';
import { joinPath, normalisePath } from '../paths/normalise.ts';
import type { Arguments, UsedOption } from './commands/model.ts';
import { namesIn } from './commands/option-spec.ts';
import { isOwnPlace } from './shell-part-paths.ts';
import type { Place } from './shell-part-place.ts';
import { literalOf } from './word.ts';

export interface Moved {
  readonly args: Arguments;
  readonly place: Place;
}

/**
 * `git -C packages/a status` is `cd packages/a && git status`. In a directory of one's own the option says no more than
 * where; anywhere else it stays what its row says, because what is found there can run programs.
 */
export function ownMove(args: Arguments, place: Place, world: World): Moved | undefined {
  if ('unknown' in place) return undefined;
  const [move, ...others] = args.options.filter((option) => isMove(args, option));
  const directory = literalOf(move?.value);
  if (move === undefined || others.length > 0 || directory === undefined || directory === '')
    return undefined;
  const there: Place = {
    in: place.in.map((from) =>
      normalisePath(directory.startsWith('/') ? directory : joinPath(from, directory)),
    ),
  };
  if (!isOwnPlace(there, world)) return undefined;
  const { at, name, value } = move;
  const only: UsedOption = {
    at,
    name,
    value,
    kind: 'plain',
    why: undefined,
    role: undefined,
    until: undefined,
  };
  return {
    args: { ...args, options: args.options.map((option) => (option === move ? only : option)) },
    place: there,
  };
}

function isMove({ rows }: Arguments, { name, role, kind }: UsedOption): boolean {
  if (role !== 'directory' || kind !== 'escalating') return false;
  return rows.some(({ moves }) => moves !== undefined && namesIn(moves).has(name));
}
