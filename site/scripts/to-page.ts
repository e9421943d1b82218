import { dirname, join, relative } from 'node:path/posix';
import { rootPages } from './site-map.ts';

export interface Placing {
  /** Path of the text in the repository: `docs/hosts/codex.md`. */
  readonly from: string;
  /** Whether the site has this file of the repository. */
  readonly has: (path: string) => boolean;
}

/** Where a file of the repository is on the site, if it is. */
export function placeOnSite(path: string): string | undefined {
  const root = rootPages.get(path);
  if (root !== undefined) return root;
  if (path.startsWith('proof/')) return path.replace(/(^|\/)README\.md$/u, '$1index.md');
  if (!path.startsWith('docs/')) return undefined;
  return path.slice('docs/'.length).replace(/(^|\/)README\.md$/u, '$1index.md');
}

const fencesAndCode = /^```[^\n]*\n[\s\S]*?^```$|`[^`\n]*`/gmu;

/**
 * A text of the repository as a page of the site: links lead to pages, what the site does not have is no link, and
 * marks for scripts are gone. Code stays as it is.
 */
export function toPage(markdown: string, placing: Placing): string {
  let page = '';
  let at = 0;
  for (const code of markdown.matchAll(fencesAndCode)) {
    page += prose(markdown.slice(at, code.index), placing) + code[0];
    at = code.index + code[0].length;
  }
  page += prose(markdown.slice(at), placing);
  // Whole, because the words of a link may be code.
  return page.replaceAll(linkToNowhere, '$1');
}

function prose(text: string, placing: Placing): string {
  return text
    .replaceAll(/<!--[\s\S]*?-->\n?/gu, '')
    .replaceAll(/\{\{|\}\}/gu, (braces) => (braces === '{{' ? '&#123;&#123;' : '&#125;&#125;'))
    .replaceAll(/\]\(([^()\s]+)\)/gu, (_all, target: string) => `](${linkTo(target, placing)})`);
}

const nowhere = 'nowhere:';
const linkToNowhere = /!?\[((?:[^[\]`\n]|`[^`\n]*`|\n(?!\n))*)\]\(nowhere:\)/gu;

function linkTo(target: string, { from, has }: Placing): string {
  if (/^(?:https?:|mailto:|#)/u.test(target)) return target;
  const [path = '', anchor] = target.split('#', 2);
  const file = join(dirname(from), path);
  const place = has(file)
    ? placeOnSite(file)
    : has(join(file, 'README.md'))
      ? placeOnSite(join(file, 'README.md'))
      : undefined;
  if (place === undefined) return nowhere;
  const here = dirname(placeOnSite(from) ?? from);
  // A server takes a name without an ending for a page.
  const near = relative(here, /\.\w+$/u.test(place) ? place : `${place}.txt`);
  return `${near.startsWith('.') ? near : `./${near}`}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** As GitHub names headings: links in the repository and on the site are the same. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-');
}
