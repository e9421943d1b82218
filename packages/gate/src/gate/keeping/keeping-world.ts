import { isUnder } from '@permesso/engine/facts';
import type { KeepSettings } from '@permesso/engine/policy';
import type { KeepAnswer, World } from '@permesso/engine/world';
import type { Keeper } from '../../keep/keeper.ts';

interface WhatKeeps {
  readonly keeper: Keeper | undefined;
  readonly keep: KeepSettings | undefined;
  /** Why nothing of this call could be kept, although it was tried. */
  readonly unkept: string | undefined;
}

/** The world where losses in a working directory are kept first, if the policy and this gate do so. */
export function withKeeping(world: World, { keeper, keep, unkept }: WhatKeeps): World {
  if (keeper === undefined || keep === undefined) return world;
  const keeps: World['keeps'] = (asked) => {
    if (unkept !== undefined) return { why: unkept };
    const isWorking = world.workingDirectories.some((directory) => isUnder(asked.path, directory));
    return isWorking ? keeper.look(asked, keep) : outside;
  };
  return { ...world, keeps };
}

const outside: KeepAnswer = { why: 'it is outside of the working directories' };
