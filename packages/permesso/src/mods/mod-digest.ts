import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { errorCode } from '@permesso/gate/disk';

export type ModDigest = { readonly digest: string } | { readonly unreadable: string };

const mostFiles = 5000;
const mostBytes = 64 * 1024 * 1024;

/**
 * Identifies a mod's content: every file below its folder, by path and bytes. A link could lead to other content
 * later, so a folder that contains one has no digest, and cannot be trusted.
 */
export function digestOfMod(root: string): ModDigest {
  try {
    const folder = realpathSync(root);
    const files = filesBelow(folder);
    if ('unreadable' in files) return files;
    const hash = createHash('sha256');
    let bytes = 0;
    for (const path of files.paths.map((file) => relative(folder, file).split(sep).join('/')).toSorted()) {
      const content = readFileSync(join(folder, path));
      bytes += content.length;
      if (bytes > mostBytes) return { unreadable: `it holds more than ${mostBytes} bytes` };
      // Length-prefixed, so that no two folders produce the same stream.
      hash.update(`${Buffer.byteLength(path)}:${path}${content.length}:`).update(content);
    }
    return { digest: hash.digest('hex') };
  } catch (error) {
    return { unreadable: `it cannot be read: ${errorCode(error)}` };
  }
}

function filesBelow(folder: string): { readonly paths: readonly string[] } | { readonly unreadable: string } {
  const paths: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of readdirSync(next)) {
      const path = join(next, name);
      const found = lstatSync(path);
      if (found.isDirectory()) waiting.push(path);
      else if (found.isFile()) paths.push(path);
      else return { unreadable: `${path} is neither a file nor a folder` };
      if (paths.length > mostFiles) return { unreadable: `it holds more than ${mostFiles} files` };
    }
  }
  return { paths };
}
