/** The kinds of calls that the protocol names and that say what the call touches. */
export const toolKinds: ReadonlySet<string> = new Set([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'fetch',
]);

/** Those that change no file. */
export const readingKinds: ReadonlySet<string> = new Set(['read', 'search']);

/** What agents call the argument that names a file. */
export const pathArguments: readonly string[] = [
  'path',
  'file_path',
  'filePath',
  'fileName',
  'dir_path',
  'source',
  'destination',
];
