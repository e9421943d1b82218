import { absoluteDirectory } from '@permesso/engine/call';

/** As decisions compare paths: on Windows a drive is the first name, `/c/Users/dev`. */
export function comparedPath(path: string): string {
  return process.platform === 'win32' ? (absoluteDirectory(path) ?? path) : path;
}

/** And as the file system of this machine takes them. */
export function machinePath(path: string): string {
  return process.platform === 'win32' ? path.replace(/^\/([a-z])(?:\/|$)/u, '$1:/') : path;
}
