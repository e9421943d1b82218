export {
  play,
  stepAfter,
  type Script,
  type Step,
  type ToolUse,
} from '../../packages/permesso/src/hosts/canary/model/script.ts';
