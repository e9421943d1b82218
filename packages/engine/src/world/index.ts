/** The entry point of this stage for other packages. */
export { fixedWorld } from './fixed-world.ts';
export { recordedWorld, type RecordingWorld, recordingWorld, type WorldRecord } from './recorded-world.ts';
export {
  composerScriptOf,
  denoTaskOf,
  nxTargetOf,
  recipeOf,
  scriptOf,
  workspacePatterns,
} from './script-text.ts';
export type {
  Entry,
  GitLoss,
  HeldName,
  KeepAnswer,
  KeepQuestion,
  NamedCommit,
  ProjectScript,
  RepositoryFact,
  SandboxFact,
  World,
} from './world.ts';
