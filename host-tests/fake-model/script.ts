export {
  play,
  stepAfter,
  type Script,
  type ScriptStep as Step,
  type ToolUse,
  type Turn,
} from '../../packages/permesso/src/canary/model/script.ts';
