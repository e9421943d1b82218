import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/**
 * Commits and trees of a git repository, read as files. git itself is not asked: it would start what the repository
 * configures (fsmonitor, filters, hooks, a fetch of missing objects). What is not plainly there is not found.
 */
export interface Objects {
  readonly read: (id: string) => GitObject | undefined;
}

export interface GitObject {
  readonly type: string;
  readonly body: Buffer;
}

const largest = 32 * 1024 * 1024;
const deepestDelta = 512;
const types = ['', 'commit', 'tree', 'blob', 'tag'];

export function objectsIn(directory: string): Objects {
  const directories = [directory, ...alternates(directory)];
  const packs = directories.flatMap(packsIn);
  const known = new Map<string, GitObject | undefined>();
  const read = (id: string): GitObject | undefined => {
    if (!known.has(id)) known.set(id, loose(directories, id) ?? packed(packs, id, read));
    return known.get(id);
  };
  return { read };
}

function alternates(directory: string): readonly string[] {
  const text = readIfThere(join(directory, 'info/alternates'))?.toString('utf8') ?? '';
  return text.split('\n').filter((line) => line.startsWith('/'));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function loose(directories: readonly string[], id: string): GitObject | undefined {
  for (const directory of directories) {
    const bytes = readIfThere(join(directory, id.slice(0, 2), id.slice(2)));
    if (bytes === undefined) continue;
    const whole = inflateSync(bytes, { maxOutputLength: largest });
    const end = whole.indexOf(0);
    const [type = ''] = whole.subarray(0, end).toString('latin1').split(' ');
    return { type, body: whole.subarray(end + 1) };
  }
  return undefined;
}

interface Pack {
  readonly index: Buffer;
  readonly file: string;
}

function packsIn(directory: string): readonly Pack[] {
  const folder = join(directory, 'pack');
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
  return names
    .filter((name) => name.endsWith('.idx'))
    .flatMap((name) => {
      const index = readIfThere(join(folder, name));
      const isRead = index?.readUInt32BE(0) === 0xff744f63 && index.readUInt32BE(4) === 2;
      return index === undefined || !isRead
        ? []
        : [{ index, file: join(folder, `${name.slice(0, -4)}.pack`) }];
    });
}

type Read = (id: string) => GitObject | undefined;

function packed(packs: readonly Pack[], id: string, read: Read): GitObject | undefined {
  for (const pack of packs) {
    const offset = offsetOf(pack.index, Buffer.from(id, 'hex'));
    if (offset !== undefined) return readAt(pack, offset, { read, depth: 0 });
  }
  return undefined;
}

/** Version 2: a fan-out table, the names, checksums, offsets, and offsets beyond two gigabytes. */
function offsetOf(index: Buffer, id: Buffer): number | undefined {
  const count = index.readUInt32BE(8 + 255 * 4);
  const first = id[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(8 + (first - 1) * 4);
  let high = index.readUInt32BE(8 + first * 4);
  const names = 8 + 256 * 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = id.compare(index, names + middle * 20, names + middle * 20 + 20);
    if (order === 0) {
      const offset = index.readUInt32BE(names + count * 24 + middle * 4);
      if (offset < 0x80000000) return offset;
      return Number(index.readBigUInt64BE(names + count * 28 + (offset - 0x80000000) * 8));
    }
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}

interface Reading {
  readonly read: Read;
  readonly depth: number;
}

function readAt(pack: Pack, offset: number, reading: Reading): GitObject | undefined {
  const head = bytesAt(pack.file, offset, 64);
  let at = 0;
  let byte = head[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let shift = 4; byte & 0x80; shift += 7) {
    byte = head[at++] ?? 0;
    size += (byte & 0x7f) * 2 ** shift;
  }
  if (size > largest || reading.depth > deepestDelta) return undefined;
  const further = { ...reading, depth: reading.depth + 1 };
  if (type === 6) {
    byte = head[at++] ?? 0;
    let back = byte & 0x7f;
    while (byte & 0x80) {
      byte = head[at++] ?? 0;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    return onBase(readAt(pack, offset - back, further), inflated(pack.file, offset + at, size));
  }
  if (type === 7)
    return onBase(
      reading.read(head.subarray(at, at + 20).toString('hex')),
      inflated(pack.file, offset + at + 20, size),
    );
  const name = types[type];
  return name === undefined || name === ''
    ? undefined
    : { type: name, body: inflated(pack.file, offset + at, size) };
}

function bytesAt(file: string, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const handle = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
  } finally {
    closeSync(handle);
  }
}

/** Deflate adds a few bytes for each block that it cannot make smaller. */
function inflated(file: string, offset: number, size: number): Buffer {
  return inflateSync(bytesAt(file, offset, size + Math.ceil(size / 1000) + 128), {
    maxOutputLength: largest,
  }).subarray(0, size);
}

function onBase(base: GitObject | undefined, delta: Buffer): GitObject | undefined {
  return base === undefined ? undefined : { type: base.type, body: applyDelta(base.body, delta) };
}

/** Copies of stretches of the base, and new bytes. */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const skipSize = (): void => {
    while ((delta[at++] ?? 0) & 0x80);
  };
  skipSize();
  skipSize();
  const pieces: Buffer[] = [];
  while (at < delta.length) {
    const command = delta[at++] ?? 0;
    if (command & 0x80) {
      let [from, length] = [0, 0];
      for (let bit = 0; bit < 4; bit += 1)
        if (command & (1 << bit)) from += (delta[at++] ?? 0) * 2 ** (8 * bit);
      for (let bit = 0; bit < 3; bit += 1)
        if (command & (16 << bit)) length += (delta[at++] ?? 0) * 2 ** (8 * bit);
      pieces.push(base.subarray(from, from + (length === 0 ? 0x10000 : length)));
    } else {
      pieces.push(delta.subarray(at, at + command));
      at += command;
    }
  }
  return Buffer.concat(pieces);
}
