import type { World } from '../../../world/world.ts';
import { joinPath, normalisePath } from '../../paths/normalise.ts';
import type { Arguments, UsedOption } from '../model/model.ts';
import { optionNames } from '../model/option-spec.ts';
import { isOwnPlace } from './command-paths.ts';
import type { WorkingPlace } from './working-place.ts';
import { literalOf } from '../read/words/word.ts';

export interface Moved {
  readonly args: Arguments;
  readonly place: WorkingPlace;
}

/**
 * `git -C packages/a status` is `cd packages/a && git status`. In a directory of the user's own the option only says where;
 * elsewhere it remains what its row says, because files found there can run programs.
 */
export function directoryOption(args: Arguments, place: WorkingPlace, world: World): Moved | undefined {
  if ('unknown' in place) return undefined;
  const [move, ...others] = args.options.filter((option) => isMove(args, option));
  const directory = literalOf(move?.value);
  if (move === undefined || others.length > 0 || directory === undefined || directory === '')
    return undefined;
  const there: WorkingPlace = {
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
  return rows.some(({ moves }) => moves !== undefined && optionNames(moves).has(name));
}
