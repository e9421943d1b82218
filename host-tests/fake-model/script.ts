export {
  play,
  stepAfter,
  type Script,
  type Step,
  type ToolUse,
  type Turn,
} from '../../packages/permesso/src/hosts/canary/model/script.ts';
