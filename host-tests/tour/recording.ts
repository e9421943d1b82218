/** `node host-tests/tour/recording.ts --write`: docs/recording.svg, a short film made of recorded screens of the tour. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../../docs');
export const recordingFile: string = join(docs, 'recording.svg');

interface Scene {
  /** Name of a screen in docs/tour. */
  readonly screen: string;
  readonly says: string;
}

const scenes: readonly Scene[] = [
  { screen: 'ask', says: 'No rule allows this call, so Claude Code asks, in its own window.' },
  { screen: 'remembered', says: 'The same call ran silently. Publishing still asks.' },
  { screen: 'no', says: 'Denied, with a comment.' },
  { screen: 'once', says: 'The call did not run, and the agent has read why.' },
];

const seconds = 4;
const width = 905;
const captionHeight = 44;

interface Screen {
  readonly height: number;
  /** Lines of text alone: frame and buttons are drawn once. */
  readonly lines: string;
}

function readScreen(name: string): Screen {
  const svg = readFileSync(join(docs, `tour/${name}.svg`), 'utf8');
  const [, high = ''] = /viewBox="0 0 \d+ (\d+)"/.exec(svg) ?? [];
  const lines = svg.split('\n').filter((line) => line.startsWith('<text '));
  if (lines.length === 0) throw new TypeError(`docs/tour/${name}.svg has no lines of text`);
  return { height: Number(high), lines: lines.join('\n') };
}

/** Plays twice and stays on its last scene. Who wants no motion sees the first. */
export function drawRecording(): string {
  const screens = scenes.map(({ screen }) => readScreen(screen));
  const height = Math.max(...screens.map((screen) => screen.height));
  const total = seconds * scenes.length;
  const share = 100 / scenes.length;
  const style = `text{font:14px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e7ebe9;white-space:pre}
.c text{font:600 16px Inter,system-ui,sans-serif}.f{opacity:0}.f:first-of-type{opacity:1}
@media(prefers-reduced-motion:no-preference){.f:first-of-type{opacity:0}.f{animation:f ${total}s steps(1) 2 forwards}.l{animation-name:l}}
@keyframes f{0%{opacity:1}${share}%{opacity:0}100%{opacity:0}}@keyframes l{0%{opacity:1}${share}%{opacity:0}100%{opacity:1}}`;
  const frames = screens.map((screen, at) => {
    const last = at === scenes.length - 1 ? ' l' : '';
    return `<g class="f${last}" style="animation-delay:${at * seconds}s">\n${screen.lines}\n<g class="c"><text x="18" y="${height + 28}">${scenes[at]?.says}</text></g>\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + captionHeight}" width="${width}" height="${height + captionHeight}" role="img" aria-label="${scenes.map(({ says }) => says).join(' ')}">`,
    `<style>${style}</style>`,
    `<rect width="${width}" height="${height + captionHeight}" rx="10" fill="#16181a"/>`,
    `<rect y="${height}" width="${width}" height="1" fill="#2f3a36"/>`,
    '<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>',
    ...frames,
    '</svg>',
    '',
  ].join('\n');
}

if (import.meta.main && process.argv.includes('--write')) writeFileSync(recordingFile, drawRecording());
