/** Verbs in the names of tools that read. A name is not proof. */
export const readingVerbs: readonly string[] =
  'get list search read find query describe resolve fetch view'.split(' ');

/** The same behind another word (`pods_list`), or naming what is read (`browser_snapshot`). */
export const readingWords: readonly string[] = [
  ...readingVerbs,
  ...'show status info count history tree logs log messages requests snapshot screenshot inspect lookup preview diff outline docs schema version navigate wait'.split(
    ' ',
  ),
];
