/** Folders of plug-ins, each ending with a slash: what a server runs without. */
export const pluginFolders: readonly string[] = [
  'packages/archive-duckdb/',
  'packages/jetstream/',
  'packages/server/src/plugins/',
];
