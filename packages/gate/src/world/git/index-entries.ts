export interface IndexEntry {
  /** Git looks at the file itself: not assumed unchanged, not left out of a sparse checkout, not only intended, no conflict. */
  readonly isPlain: boolean;
  readonly isSubmodule: boolean;
}

/**
 * The files in `.git/index`, versions 2 to 4. Undefined for what is not understood: another version, an index that is split
 * over files or holds whole directories.
 */
export function readIndex(bytes: Buffer): ReadonlyMap<string, IndexEntry> | undefined {
  if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const entries = new Map<string, IndexEntry>();
  const count = bytes.readUInt32BE(8);
  let [at, before]: [number, Buffer] = [12, Buffer.alloc(0)];
  for (let read = 0; read < count; read += 1) {
    const entry = at + 64 > bytes.length ? undefined : entryAt(bytes, at, version === 4 ? before : undefined);
    if (entry === undefined) return undefined;
    entries.set(entry.name.toString('utf8'), { isPlain: entry.isPlain, isSubmodule: entry.isSubmodule });
    [at, before] = [entry.end, entry.name];
  }
  return hasOnlyCaches(bytes, at) ? entries : undefined;
}

interface ReadEntry extends IndexEntry {
  readonly name: Buffer;
  readonly end: number;
}

function entryAt(bytes: Buffer, at: number, before: Buffer | undefined): ReadEntry | undefined {
  const kind = bytes.readUInt32BE(at + 24) >> 12;
  const flags = bytes.readUInt16BE(at + 60);
  const isExtended = (flags & 0x4000) !== 0;
  const more = isExtended ? bytes.readUInt16BE(at + 62) : 0;
  const start = at + (isExtended ? 64 : 62);
  const name = nameAt(bytes, start, before);
  if (name === undefined || kind === 0o4) return undefined;
  return {
    name: name.bytes,
    isSubmodule: kind === 0o16,
    isPlain: (flags & 0x8000) === 0 && (flags & 0x3000) === 0 && (more & 0x6000) === 0,
    // Version 4 does not pad; the others to a multiple of eight, with at least one zero.
    end: before === undefined ? at + Math.floor((start - at + name.bytes.length + 8) / 8) * 8 : name.end,
  };
}

function nameAt(
  bytes: Buffer,
  start: number,
  before: Buffer | undefined,
): { readonly bytes: Buffer; readonly end: number } | undefined {
  let at = start;
  let kept: Buffer = Buffer.alloc(0);
  if (before !== undefined) {
    let byte = bytes[at++] ?? 0;
    let strip = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes[at++] ?? 0;
      strip = (strip + 1) * 128 + (byte & 0x7f);
    }
    kept = before.subarray(0, before.length - strip);
  }
  const end = bytes.indexOf(0, at);
  if (end === -1) return undefined;
  return { bytes: Buffer.concat([kept, bytes.subarray(at, end)]), end: end + 1 };
}

/** Extensions with a capital letter only make git faster; others (`link`, `sdir`) change what the entries mean. */
function hasOnlyCaches(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at + 8 <= bytes.length - 20) {
    if (!/^[A-Z]/u.test(bytes.toString('latin1', at, at + 4))) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return true;
}
