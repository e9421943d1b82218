/** What `permesso` imports of this stage. */
export { noteAfter } from './after-call.ts';
export {
  dropCall,
  dropOld,
  type KeptCall,
  keptCalls,
  keptFolder,
  readAfter,
  readManifest,
  readRestored,
} from './kept-folder.ts';
export { keepLosses, type KeptAbout } from './keep-losses.ts';
export { describeTargets } from './known-targets.ts';
export { lookAtLoss } from './look.ts';
export type { Keeper } from './keeper.ts';
export { shownPath, type Manifest } from './manifest.ts';
export { planUndo, type UndoPlan } from './plan-undo.ts';
export { restoreCall, type Undone } from './restore.ts';
export { printBytes } from './walk-tree.ts';
