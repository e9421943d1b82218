/** The entry point of this stage for other packages. */
export { machineChanges } from './machine-changes.ts';
export {
  canaryResults,
  type Enforcement,
  enforcements,
  type HookState,
  hookStates,
  type LogHead,
  type MachineReport,
  protectionOf,
  type ReportedHost,
} from './machine-report.ts';
