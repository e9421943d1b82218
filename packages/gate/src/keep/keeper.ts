import type { KeptReceipt } from '@permesso/engine/decision';
import type { Facts, Loss } from '@permesso/engine/facts';
import type { KeepSettings } from '@permesso/engine/policy';
import type { KeepAnswer, KeepQuestion, World } from '@permesso/engine/world';
import type { PlainEffect } from '@permesso/protocol/text';
import type { KeepOptions } from './keep-losses.ts';

/** What a gate needs to keep what calls lose. Of types alone: the code is loaded where something is lost. */
export interface Keeper {
  readonly look: (asked: KeepQuestion, settings: KeepSettings) => KeepAnswer;
  readonly keep: (
    losses: readonly Loss[],
    how: Omit<KeepOptions, 'state' | 'now'>,
  ) => Promise<KeptReceipt | undefined>;
  /** What this machine knows about the targets of a call that a person is asked about. */
  readonly describe?: (
    about: { readonly facts: Facts; readonly world: World },
    effects: readonly PlainEffect[],
  ) => Promise<readonly PlainEffect[]>;
}
