import { escaped } from '../../packages/permesso/src/cli/look/charts.ts';

/** How one stretch of text is drawn. */
interface Look {
  readonly colour?: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isReversed: boolean;
}

const plain: Look = { isBold: false, isDim: false, isReversed: false };

const named = ['#6b7573', '#ff9b98', '#7fd3a5', '#f0c066', '#8ab8ff', '#d7a6ff', '#7fd8e0', '#e7ebe9'];

/** One line of a terminal with its colours, as `tmux capture-pane -e` gives it, as SVG text. */
export function svgLine(line: string): string {
  let look = plain;
  const parts: string[] = [];
  // oxlint-disable-next-line no-control-regex -- a terminal speaks in control characters
  for (const [, codes, text = ''] of line.matchAll(/\u001B\[([\d;:]*)m|([^\u001B]+)/gu))
    if (codes === undefined) parts.push(span(text, look));
    else look = after(look, codes.split(/[;:]/u).map(Number));
  return parts.join('');
}

/** The same without colours. */
export function plainLine(line: string): string {
  // oxlint-disable-next-line no-control-regex -- a terminal speaks in control characters
  return line.replaceAll(/\u001B\[[\d;:]*m/gu, '');
}

function span(text: string, { colour, isBold, isDim, isReversed }: Look): string {
  const fill = isReversed ? '#f0c066' : (colour ?? (isDim ? '#a4aeab' : undefined));
  const style = [
    ...(fill === undefined ? [] : [`fill:${fill}`]),
    ...(isBold ? ['font-weight:600'] : []),
  ].join(';');
  return style === '' ? escaped(text) : `<tspan style="${style}">${escaped(text)}</tspan>`;
}

function after(look: Look, codes: readonly number[]): Look {
  const [code = 0, kind, ...more] = codes;
  if (code === 38 || code === 48) {
    const taken = kind === 2 ? 5 : 3;
    const colour = kind === 2 ? rgb(more) : indexed(more[0] ?? 7);
    const next = code === 38 ? { ...look, colour } : look;
    return codes.length > taken ? after(next, codes.slice(taken)) : next;
  }
  const next = simple(look, code);
  return codes.length > 1 ? after(next, codes.slice(1)) : next;
}

function simple(look: Look, code: number): Look {
  const { colour: _colour, ...uncoloured } = look;
  if (code === 0) return plain;
  if (code === 1) return { ...look, isBold: true };
  if (code === 2) return { ...look, isDim: true };
  if (code === 7) return { ...look, isReversed: true };
  if (code === 22) return { ...look, isBold: false, isDim: false };
  if (code === 27) return { ...look, isReversed: false };
  if (code === 39) return uncoloured;
  const colour = named[code >= 90 && code <= 97 ? code - 90 : code - 30];
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
    ? { ...uncoloured, ...(colour === undefined ? {} : { colour }) }
    : look;
}

function rgb([red = 0, green = 0, blue = 0]: readonly number[]): string {
  return `rgb(${red},${green},${blue})`;
}

/** The 256 colours: the sixteen named ones, a cube, and greys. */
function indexed(at: number): string {
  if (at < 16) return named[at % 8] ?? '#e7ebe9';
  if (at >= 232) return rgb(Array.from({ length: 3 }, () => 8 + (at - 232) * 10));
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const cube = at - 16;
  return rgb([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}
