import { isUtf8 } from 'node:buffer';
import { isRecord, parseJson } from '@permesso/engine/call';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a file, `missing` if there is no file, or why it cannot be read. */
export type ReadText =
  | { readonly text: string }
  | { readonly missing: true }
  | { readonly unreadable: string };

const mostBytes: number = 1024 * 1024;

/** Strict UTF-8, limited in size, and only from a regular file: a pipe would hang and a device has no end. */
export function readText(path: string): ReadText {
  if (!mayExist(path)) return { missing: true };
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    return { unreadable: code === 'ENOENT' ? 'it is a link to nothing' : code };
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return { unreadable: 'it is not a file' };
    if (found.size > mostBytes) return { unreadable: `it is longer than ${mostBytes} bytes` };
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) return { unreadable: 'it is not UTF-8' };
    // A TextDecoder would do both, but Node takes half a millisecond of every hook to load it.
    const text = bytes.toString('utf8');
    return { text: text.startsWith('\uFEFF') ? text.slice(1) : text };
  } catch (error) {
    return { unreadable: errorCode(error) };
  } finally {
    closeSync(file);
  }
}

/** False if nothing is there. Called often, and an error with its stack costs more than the check. */
export function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A path below a file is missing; an unreadable one is not: opening it will show why.
    return errorCode(error) !== 'ENOTDIR';
  }
}

export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** An empty record if the text does not contain one. */
export function recordInText(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = parseJson(text);
  return isRecord(value) ? value : {};
}
