import { readdirSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { entry, type JsonNode, readJsonc, textsIn } from '@permesso/engine/text';
import { errorCode, readText } from '@permesso/gate/disk';
import type { HostPlaces } from '../../install/installer.ts';
import { usesIn, type ModUses } from '../../mods/mod-events.ts';
import { claudeSettings, folderOf } from './settings-files.ts';

/** A Claude Code plugin that contains code or hooks. */
export interface FoundPlugin {
  readonly name: string;
  /** The folder that contains `.claude-plugin`. */
  readonly root: string;
  /** Why Claude Code would load it. */
  readonly from: string;
  /** Absent without a module: then it is not a mod. */
  readonly uses?: ModUses;
  /** Hook events for which it registers commands. */
  readonly hookEvents: readonly string[];
}

/** Every plugin with code or hooks that Claude Code may load here. Reads only. */
export function findPlugins(places: HostPlaces): readonly FoundPlugin[] {
  const found = new Map<string, FoundPlugin>();
  for (const { folder, from } of pluginFolders(places))
    for (const root of [folder, ...foldersIn(folder)]) {
      const plugin = found.has(root) ? undefined : pluginAt(root, from);
      if (plugin !== undefined) found.set(root, plugin);
    }
  return [...found.values()];
}

interface PluginFolder {
  /** A plugin, or a folder of plugins. */
  readonly folder: string;
  readonly from: string;
}

function pluginFolders(places: HostPlaces): readonly PluginFolder[] {
  const config = folderOf(places);
  return [
    { folder: join(config, 'skills'), from: 'your skills' },
    { folder: join(config, 'dev-mods'), from: 'mods written in a session' },
    ...projectFolders(places).map((folder) => ({
      folder: join(folder, '.claude/skills'),
      from: 'the project',
    })),
    ...installedPlugins(config).map((folder) => ({ folder, from: 'installed plugins' })),
    ...namedFolders(places),
    ...startFlags(places),
  ];
}

/** The project and its parent folders up to the home: a repository may be opened anywhere below its root. */
function projectFolders({ project, home }: HostPlaces): readonly string[] {
  const folders: string[] = [];
  for (let folder = resolve(project); folder !== home && !folders.includes(folder); folder = dirname(folder))
    folders.push(folder);
  return folders;
}

function installedPlugins(config: string): readonly string[] {
  const read = readText(join(config, 'plugins/installed_plugins.json'));
  const listed = 'text' in read ? readJsonc(read.text) : undefined;
  const paths = listed === undefined || 'error' in listed ? [] : installPathsIn(listed.root);
  // An unreadable list does not tell what is installed.
  const cached = foldersIn(join(config, 'plugins/cache')).flatMap((marketplace) =>
    foldersIn(marketplace).flatMap((plugin) => [plugin, ...foldersIn(plugin)]),
  );
  return [...new Set([...paths, ...cached])];
}

function installPathsIn(node: JsonNode): readonly string[] {
  return [
    ...node.entries.flatMap(([key, child]) =>
      key === 'installPath' && typeof child.value === 'string' ? [child.value] : installPathsIn(child),
    ),
    ...node.items.flatMap(installPathsIn),
  ];
}

/** Named by a variable, in the environment or in settings. */
function namedFolders(places: HostPlaces): readonly PluginFolder[] {
  const variable = 'CLAUDE_CODE_PLUGIN_DIRS';
  const inSettings = claudeSettings(places).flatMap(({ path }) => {
    const read = readText(path);
    const settings = 'text' in read ? readJsonc(read.text) : undefined;
    if (settings === undefined || 'error' in settings) return [];
    const node = entry(settings.root, 'env', variable);
    const value =
      typeof node?.value === 'string' ? node.value.split(delimiter) : textsIn(node).map(({ text }) => text);
    return value.map((folder) => ({ folder, from: `${variable} in ${path}` }));
  });
  const inEnvironment = (places.env[variable] ?? '')
    .split(delimiter)
    .map((folder) => ({ folder, from: `${variable} in the environment` }));
  return [...inEnvironment, ...inSettings]
    .filter(({ folder }) => folder !== '')
    .map(({ folder, from }) => ({ folder: absolute(folder, places), from }));
}

const startFiles = [
  '.bashrc',
  '.bash_aliases',
  '.bash_profile',
  '.profile',
  '.zshrc',
  '.zprofile',
  '.config/fish/config.fish',
];

/** `claude --plugin-dir X` in an alias or a function. */
function startFlags(places: HostPlaces): readonly PluginFolder[] {
  return startFiles.flatMap((name) => {
    const read = readText(join(places.home, name));
    if (!('text' in read)) return [];
    return Array.from(
      read.text.matchAll(/--plugin-dir[ =]+(['"]?)([^'"\s;|&]+)\1/g),
      ([, , folder = '']) => ({
        folder: absolute(folder, places),
        from: `--plugin-dir in ~/${name}`,
      }),
    );
  });
}

function absolute(folder: string, { home, project }: HostPlaces): string {
  const path = folder.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
  return isAbsolute(path) ? path : resolve(project, path);
}

export function pluginAt(root: string, from: string): FoundPlugin | undefined {
  const read = readText(join(root, 'hooks/hooks.json'));
  if (!('text' in read)) return undefined;
  const hooks = readJsonc(read.text);
  if ('error' in hooks) return undefined;
  const modules = textsIn(entry(hooks.root, 'modules'));
  const hookEvents = (entry(hooks.root, 'hooks')?.entries ?? []).map(([event]) => event);
  if (modules.length === 0 && hookEvents.length === 0) return undefined;
  return {
    name: nameOf(root),
    root,
    from,
    hookEvents,
    ...(modules.length === 0 ? {} : { uses: usesIn(codeBelow(root)) }),
  };
}

function nameOf(root: string): string {
  const read = readText(join(root, '.claude-plugin/plugin.json'));
  if ('text' in read) {
    try {
      const manifest: unknown = JSON.parse(read.text);
      if (isRecord(manifest) && typeof manifest['name'] === 'string') return manifest['name'];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return basename(root);
}

/** The module may import any other file of its plugin. */
function codeBelow(root: string): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts'))
    .slice(0, 2000)
    .map((path) => {
      const read = readText(join(root, path));
      return 'text' in read ? read.text : '';
    })
    .join('\n');
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(error))) return [];
    throw error;
  }
}
