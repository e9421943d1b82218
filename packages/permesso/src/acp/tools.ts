/** The protocol's kinds of calls that tell what the call touches. */
export const toolKinds: ReadonlySet<string> = new Set([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'fetch',
]);

/** Kinds that change no file. */
export const readingKinds: ReadonlySet<string> = new Set(['read', 'search']);

/** Arguments that agents use for a file path. */
export const pathArguments: readonly string[] = [
  'path',
  'file_path',
  'filePath',
  'fileName',
  'dir_path',
  'source',
  'destination',
];
