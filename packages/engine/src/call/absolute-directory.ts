/**
 * The absolute form of a directory that a call names. Windows directories become the form in which paths are compared: `C:\src`
 * is `/c/src`.
 */
export function absoluteDirectory(text: string): string | undefined {
  if (text.startsWith('/')) return text;
  const [, drive, rest] = /^([a-z]):([\\/][^:]*)$/isu.exec(text) ?? [];
  if (drive === undefined || rest === undefined) return undefined;
  const names: string[] = [];
  for (const name of rest.split(/[\\/]/u)) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${[drive.toLowerCase(), ...names].join('/')}`;
}
