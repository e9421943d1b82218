export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { readSettings, SettingsError, variables, type Settings } from './settings.ts';
export { runServeCommand, ServeUsageError, type ServeCommand } from './command.ts';
