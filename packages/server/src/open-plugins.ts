import type { NamedPlugin, Plugin, PluginCommand, PluginStart } from './plugin.ts';
import { plugins } from './plugins/index.ts';

export interface OpenPlugins {
  readonly opened: readonly NamedPlugin[];
  readonly close: () => Promise<void>;
}

/** Every plug-in of the list. One that cannot be opened closes those before it. */
export async function openPlugins(start: PluginStart): Promise<OpenPlugins> {
  const opened: NamedPlugin[] = [];
  const close = async (): Promise<void> => {
    for (const plugin of opened.toReversed()) await plugin.close?.();
  };
  try {
    for (const plugin of plugins) opened.push({ name: plugin.name, ...(await plugin.open(start)) });
  } catch (error) {
    await close();
    throw error;
  }
  return { opened, close };
}

export const pluginCommands: readonly PluginCommand[] = plugins.flatMap(({ commands = [] }) => commands);

/** How several databases become one; nothing where no plug-in knows it. */
export const joinCells: Plugin['joinCells'] = plugins.find(
  (plugin) => plugin.joinCells !== undefined,
)?.joinCells;

export const pluginNames: readonly string[] = plugins.map(({ name }) => name);
