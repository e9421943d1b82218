/** What servers call tools that read. A name is not proof. */
export const readingVerbs: readonly string[] =
  'get list search read find query describe resolve fetch view'.split(' ');
