export { beforeCall, type BeforeCallOptions } from './before-call.ts';
export type { InterceptOptions, PermissionDecision, ToolPermissionInterceptor } from './contract.ts';
export {
  fromOutput,
  type OutputInterceptor,
  type OutputInterceptorOptions,
  type OutputRun,
  type OutputRunResult,
  type Widening,
} from './from-output.ts';
export { readRefusals, type RefusedCall } from './read-refusals.ts';
export { allowString, type AllowString } from './allow-string.ts';
