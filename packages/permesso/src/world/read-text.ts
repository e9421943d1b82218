import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A file's text, nothing where there is no file, or why it cannot be read. */
export type ReadText =
  | { readonly text: string }
  | { readonly missing: true }
  | { readonly unreadable: string };

const mostBytes: number = 1024 * 1024;

/** Strict UTF-8, bounded, and only of a plain file: a pipe would hang and a device has no end. */
export function readText(path: string): ReadText {
  let file: number;
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { missing: true } : { unreadable: code };
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return { unreadable: 'it is not a file' };
    if (found.size > mostBytes) return { unreadable: `it is longer than ${mostBytes} bytes` };
    const bytes = readFileSync(file);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    return { unreadable: error instanceof TypeError ? 'it is not UTF-8' : errorCode(error) };
  } finally {
    closeSync(file);
  }
}

export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
