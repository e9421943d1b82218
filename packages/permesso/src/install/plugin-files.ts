import { basename, dirname, join } from 'node:path';

/** A program's plugin, or the one for its window, beside OpenCode's: in the package, or among the sources. */
export function pluginFor(host: string, opencode: string, what: 'plugin' | 'window' = 'plugin'): string {
  const [folder, name] = [dirname(opencode), basename(opencode)];
  return name.startsWith('opencode-')
    ? join(folder, `${host}-${what}.js`)
    : join(dirname(folder), host, name.replace('plugin', what));
}

/** Recognised by the end of the path: other plugins are called `opencode-something` too. */
export function pluginMark(file: string): string {
  const name = basename(file);
  return /^[a-z]+-(?:plugin|window)\.js$/.test(name)
    ? `/${name}`
    : `/hosts/${basename(dirname(file))}/${name.replace(/[jt]s$/, '')}`;
}

/** Our own path in a list of plugins. */
export const ownPlugin: RegExp =
  /[\\/](?:(?:opencode|kilo|pi|openclaw)-(?:plugin|window)\.js|(?:opencode|kilo|pi|openclaw)[\\/](?:plugin|window)\.[jt]s)$/;
