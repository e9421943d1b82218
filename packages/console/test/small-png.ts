import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostColours = 256;

/** The same picture with at most 256 colours: pages have few, and a third of the bytes is enough for them. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = chooseColours(counts);
  const indexOf = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf.get(colourAt(pixels, (y * width + x) * channels)) ?? 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const made = Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return made.length < png.length ? made : png;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
}

/** Eight bits, colours with or without opacity, not interlaced: what a browser writes. */
function decode(png: Buffer): Picture {
  const { head, data } = chunksOf(png);
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const [depth = 0, colours = 0, , , interlaced] = head.subarray(8);
  if (depth !== 8 || ![2, 6].includes(colours) || interlaced !== 0)
    throw new Error('not a picture of a browser');
  const channels = colours === 6 ? 4 : 3;
  const raw = inflateSync(data);
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const line = raw.subarray(y * (stride + 1), (y + 1) * (stride + 1));
    const above = pixels.subarray(Math.max(0, y - 1) * stride, Math.max(0, y - 1) * stride + stride);
    unfilter(line, pixels.subarray(y * stride, (y + 1) * stride), {
      above: y === 0 ? noLine : above,
      channels,
    });
  }
  return { width, height, channels, pixels };
}

const noLine = new Uint8Array(0);

/** Each byte was written as its difference from what stands left and above. */
function unfilter(
  line: Uint8Array,
  into: Uint8Array,
  { above, channels }: { readonly above: Uint8Array; readonly channels: number },
): void {
  const [filter = 0] = line;
  for (let x = 0; x < into.length; x++) {
    const left = into[x - channels] ?? 0;
    const up = above[x] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, above[x - channels] ?? 0)][filter] ?? 0;
    into[x] = (line[x + 1] ?? 0) + guess;
  }
}

function chunksOf(png: Buffer): { readonly head: Buffer; readonly data: Buffer } {
  const data: Buffer[] = [];
  let head: Buffer = Buffer.alloc(13);
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const name = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (name === 'IHDR') head = body;
    if (name === 'IDAT') data.push(body);
  }
  return { head, data: Buffer.concat(data) };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function colourAt(pixels: Uint8Array, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
}

/** The most frequent ones, none of them hardly different from another. */
function chooseColours(counts: ReadonlyMap<number, number>): readonly number[] {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour);
  const chosen: number[] = [];
  for (const colour of sorted) {
    if (chosen.length === mostColours) break;
    if (chosen.every((other) => distance(other, colour) > (chosen.length < 64 ? 3 : 40))) chosen.push(colour);
  }
  return chosen;
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  for (let at = 1; at < palette.length; at++)
    if (distance(palette[at] ?? 0, colour) < distance(palette[best] ?? 0, colour)) best = at;
  return best;
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return red * red + green * green + blue * blue;
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(body.length, 0);
  made.set(named, 4);
  made.writeUInt32BE(crc32(named), named.length + 4);
  return made;
}
