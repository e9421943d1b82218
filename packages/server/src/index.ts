export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { readSettings, variables } from './declared.ts';
export { SettingsError, type Settings } from './settings.ts';
export { runServeCommand, ServeUsageError, type ServeCommand } from './command.ts';
