import { readFileSync } from 'node:fs';

/** Pixels, of a PNG or an SVG that says its size. */
export function pictureSize(file: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(file);
  if (file.endsWith('.png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const head = /<svg\s[^>]*>/u.exec(bytes.toString('utf8'))?.[0] ?? '';
  const [, , , boxWidth, boxHeight] = /viewBox="(\S+) (\S+) (\S+) ([^"]+)"/u.exec(head) ?? [];
  const width = /\swidth="([\d.]+)/u.exec(head)?.[1] ?? boxWidth;
  const height = /\sheight="([\d.]+)/u.exec(head)?.[1] ?? boxHeight;
  if (width === undefined || height === undefined) throw new Error(`${file} does not say its size`);
  return { width: Number(width), height: Number(height) };
}
