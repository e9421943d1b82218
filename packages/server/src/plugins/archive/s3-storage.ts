import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signS3 } from '../../outbound/sign-s3.ts';
import type { ArchiveStorage } from './archive-storage.ts';

export interface S3StorageOptions {
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** An empty folder of our own for fetched files. */
  readonly cache: string;
  readonly mostCached?: number;
  readonly now?: () => number;
}

const deadline = 120_000;
const usualCache = 4 * 1024 ** 3;

/** S3-compatible storage. Files are fetched whole, once, and cached for a while: the digest covers the whole file. */
export function s3Storage(options: S3StorageOptions): ArchiveStorage {
  const { cache, mostCached = usualCache } = options;
  /** Cached files with their sizes, least recently used first. */
  const cached = new Map<string, number>();
  let fetches = 0;

  async function makeRoom(): Promise<void> {
    let used = [...cached.values()].reduce((sum, size) => sum + size, 0);
    for (const [path, size] of cached) {
      if (used <= mostCached || cached.size === 1) return;
      cached.delete(path);
      await rm(path, { force: true });
      used -= size;
    }
  }

  const pathOf = (name: string): string => join(cache, name.replaceAll('/', '_'));
  const forget = async (name: string): Promise<void> => {
    cached.delete(pathOf(name));
    await rm(pathOf(name), { force: true });
  };
  return {
    folders: [cache],
    put: async (name, file) => {
      await callS3(options, { method: 'PUT', name, body: await readFile(file) });
    },
    fetch: async (name) => {
      const path = pathOf(name);
      const known = cached.get(path);
      if (known !== undefined) {
        cached.delete(path);
        cached.set(path, known);
        return path;
      }
      const bytes = await callS3(options, { method: 'GET', name });
      const half = `${path}.${fetches++}.half`;
      await writeFile(half, bytes, { mode: 0o600 });
      await rename(half, path);
      cached.set(path, bytes.length);
      await makeRoom();
      return path;
    },
    forget,
    remove: async (name) => {
      await callS3(options, { method: 'DELETE', name });
      await forget(name);
    },
  };
}

async function callS3(
  { url, region, accessKey, secretKey, now = Date.now }: S3StorageOptions,
  {
    method,
    name,
    body = Buffer.alloc(0),
  }: { readonly method: 'GET' | 'PUT' | 'DELETE'; readonly name: string; readonly body?: Buffer },
): Promise<Buffer> {
  const target = new URL(`${url.replace(/\/$/, '')}/${name}`);
  const { host: _host, ...headers } = signS3({
    method,
    url: target,
    body,
    region,
    accessKey,
    secretKey,
    at: new Date(now()),
  });
  const response = await fetch(target, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(deadline),
    ...(method === 'PUT' ? { body: new Uint8Array(body) } : {}),
  });
  const answer = Buffer.from(await response.arrayBuffer());
  const isGone = method === 'DELETE' && response.status === 404;
  if (!response.ok && !isGone)
    throw new Error(
      `the archive answered ${response.status} to ${method} ${target.pathname}: ${answer.toString('utf8').slice(0, 200)}`,
    );
  return answer;
}
