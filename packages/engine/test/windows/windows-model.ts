/**
 * What Windows makes of a path, as its documents tell it and as plainly as it can be said: the name of the file that is opened,
 * in lower case, or nothing where that takes more than text (a share, a device, a stream, a short name, a variable).
 */
export function openedOnWindows(text: string, directory: string): string | undefined {
  const path = text.replaceAll('/', '\\');
  if (path.startsWith('\\')) return undefined;
  const drive = /^([a-z]):/iu.exec(path)?.[0];
  if (drive !== undefined && path[2] !== '\\') return undefined;
  const whole = drive === undefined ? `${directory}\\${path}` : path;
  const names: string[] = [];
  for (const name of whole.slice(3).split('\\')) {
    // Blanks and dots at the end are left out, those of `.` and `..` first mean what they mean.
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') {
      const kept = name.replace(/[. ]+$/u, '');
      if (kept === '' || /[:*?"<>|]/u.test(kept)) return undefined;
      names.push(kept);
    }
  }
  return `${whole.slice(0, 3)}${names.join('\\')}`.toLowerCase();
}
