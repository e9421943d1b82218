import { readFileSync, writeFileSync } from 'node:fs';
import { readResults, type Results } from './results.ts';

const file = new URL('../../docs/badge.svg', import.meta.url);

/** Wide enough for the text in the usual sans-serif of 11 px: characters differ, so the text is told how long it is. */
const widthOf = (text: string): number => Math.round(text.length * 6.4) + 14;

/** What Permesso got wrong on the cases of the leaderboard, as a badge. Red, with the number, as soon as it is not 0. */
export function drawBadge({ engines, cases }: Pick<Results, 'engines' | 'cases'>): string {
  const own = engines.find(({ id }) => id === 'permesso');
  if (own === undefined) throw new Error('there is no result of permesso');
  const wrong = Object.values(own.wrong).reduce(
    (sum, { ran, asked, denied }) => sum + ran + asked + denied,
    own.errors,
  );
  const all = Object.values(cases).reduce((sum, count) => sum + count, 0);
  const [left, right] = ['public suite', `${wrong} wrong of ${all.toLocaleString('en')}`];
  const [leftWidth, rightWidth] = [widthOf(left), widthOf(right)];
  const width = leftWidth + rightWidth;
  const text = (x: number, shown: string): string =>
    `<text x="${x}" y="14" text-anchor="middle" textLength="${shown.length * 6.4}" lengthAdjust="spacingAndGlyphs">${shown}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${left}: ${right}">`,
    `<title>${left}: ${right}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${leftWidth}" height="20" fill="#39433f"/><rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${wrong === 0 ? '#2f6f5e' : '#b3282d'}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(leftWidth / 2, left)}${text(leftWidth + rightWidth / 2, right)}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

export function writtenBadge(): string {
  return readFileSync(file, 'utf8');
}

export function writeBadge(): void {
  writeFileSync(file, drawBadge(readResults()));
}

if (import.meta.main) writeBadge();
