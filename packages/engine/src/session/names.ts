import { canonicalHost } from '../facts/urls/canonical-host.ts';

/** Something that a text names, in the canonical spelling for comparison. */
export interface Name {
  /** `place`: a host or a contact address. `record`: any other target recognised by its form. */
  readonly is: 'place' | 'record';
  readonly text: string;
  readonly at: number;
}

/** Finds the names in a text: whole tokens that look like targets, never bare words. */
export function namesIn(text: string): readonly Name[] {
  const names: Name[] = [];
  const add = (is: Name['is'], name: string | undefined, at: number): void => {
    if (name !== undefined && name !== '') names.push({ is, text: name.toLowerCase(), at });
  };
  for (const [pattern, nameOf] of records)
    for (const match of text.matchAll(pattern)) add('record', nameOf(match), match.index);
  for (const { 0: token, index } of text.matchAll(/[^\s"'`“”«»()<>[\]{},;]+/gu))
    for (const { is, text: name } of namesOf(token.replace(/[.:!?]+$/u, ''))) add(is, name, index);
  return names;
}

type RecordPattern = readonly [RegExp, (found: readonly (string | undefined)[]) => string | undefined];

const recordAfter =
  (mark = '') =>
  ([, name]: readonly (string | undefined)[]): string =>
    `${mark}${name}`;

/** How people write names other than addresses, each with its canonical spelling. */
const records: readonly RecordPattern[] = [
  [/["“«]([^"“”«»\n]{2,60})["”»]/gu, ([, text]) => (/https?:/iu.test(`${text}`) ? undefined : text?.trim())],
  [/(?<!\w)['‘„]([^'’“\n]{2,60})['’“](?!\w)/gu, ([, text]) => text?.trim()],
  [/(?<![\w-])\+?\d[\d ()/-]{6,20}\d(?![\w-])/gu, ([number]) => phoneOf(`${number}`)],
  [
    /\b(PR|MR|issue|pull request|ticket|order)s?\s+#?(\d{1,12})\b/giu,
    ([, kind, number]) => (/order/iu.test(`${kind}`) && `${number}`.length > 3 ? number : `#${number}`),
  ],
  [/\b(gist)s?\b/giu, recordAfter()],
  // A person, firm or project is recognised by its capitals. At the start of a sentence any word has one.
  [
    /(?<![.!?:]\s|^|\n|[\w/@#-])((?:\d{1,5} )?\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]*){1,3}|\p{Lu}{2,}[\p{Lu}\d]*)(?![\w/@:]|\.\w)/gu,
    recordAfter(),
  ],
  [/(?<![\w/])!(\d{1,12})\b/gu, recordAfter('#')],
  // An environment is an ordinary word: it counts where the text calls it one.
  [
    /\b(?:cluster|context|environment|namespace|on|to|in|from|against|for)\s+(?:the\s+|our\s+|my\s+)?([a-z][a-z0-9-]{2,30})\b(?![/@:]|\.\w)/giu,
    recordAfter('environment '),
  ],
  [
    /(?<![\w/@#-])([a-z][a-z0-9-]{2,30})\s+(?:cluster|context|environment|namespace|stack|workspace|inventory)\b/giu,
    recordAfter('environment '),
  ],
];

/** A telephone number in any grouping. */
export function phoneOf(text: string): string | undefined {
  const digits = text.replaceAll(/[ ()/.-]|^\+|^00/gu, '');
  return /^\d{8,15}$/u.test(digits) && /^\+|[ ()]/u.test(text) ? `tel ${digits}` : undefined;
}

export function namesOf(token: string): readonly Omit<Name, 'at'>[] {
  const url =
    /^(?:https?|ssh|git):\/\/([^/?#]+)([^?#]*)/iu.exec(token) ??
    /^git@([^:]+):(.+)$/u.exec(token) ??
    /^([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)(\/.*)$/iu.exec(token);
  if (url !== null) return namesOfUrl(url[1] ?? '', url[2] ?? '');
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$/u.test(token) || isHost(token)) return [place(token), record(token)];
  return recordsOf(token).map(record);
}

function recordsOf(token: string): readonly string[] {
  if (/^[\w.-]+\/[\w.-]+#\d+$/u.test(token)) return referenceNames(token);
  if (/^(?:#(?:[a-z][\w-]+|\d+)|@[a-z][\w-]{2,})$/iu.test(token) || isIdentifier(token)) return [token];
  const bucket = /^((?:s3|gs|az|r2):\/\/[\w.-]+)/iu.exec(token)?.[1];
  if (bucket !== undefined) return [bucket];
  // A version names a release.
  if (/^v?\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?$/u.test(token)) return [token];
  const isPath = token.includes('/') && /^[~.\w/@-]+$/u.test(token);
  return isPath ? [token.replace(/^\.\//u, '').replace(/\/$/u, '')] : [];
}

function record(text: string): Omit<Name, 'at'> {
  return { is: 'record', text: text.toLowerCase() };
}

function place(text: string): Omit<Name, 'at'> {
  return { is: 'place', text: text.toLowerCase() };
}

/** A repository is named by any of its pages, a host by any of its own. */
function namesOfUrl(host: string, path: string): readonly Omit<Name, 'at'>[] {
  const name = canonicalHost(host.replace(/^.*@/u, '').replace(/:\d+$/u, '')) ?? host;
  const steps = path.split('/').filter((step) => step !== '');
  const names: Omit<Name, 'at'>[] = [{ is: 'place', text: name.replace(/^www\./u, '').toLowerCase() }];
  const [owner, repository, kind, number] = steps;
  if (forges.has(name) && owner !== undefined && repository !== undefined) {
    const repo = `${owner}/${repository.replace(/\.git$/u, '')}`.toLowerCase();
    names.push({ is: 'record', text: repo });
    if (/^(?:issues|pull|pulls|merge_requests|discussions)$/u.test(kind ?? '') && number !== undefined)
      for (const text of referenceNames(`${repo}#${number}`)) names.push({ is: 'record', text });
    return names;
  }
  for (const step of steps) if (isIdentifier(step)) names.push({ is: 'record', text: step.toLowerCase() });
  if (steps.length > 0) names.push({ is: 'record', text: `${name}/${steps.join('/')}`.toLowerCase() });
  return names;
}

/** `owner/name#81`: the item, its number, and the repository that contains it. */
function referenceNames(text: string): readonly string[] {
  const [repo = '', number = ''] = text.toLowerCase().split('#');
  return [`${repo}#${number}`, `#${number}`, repo];
}

const forges: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']);

/** Names joined by dots that are not a file name: `essay.md` names no host. */
export function isHost(text: string): boolean {
  return (
    /^(?=.{4,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?::\d+)?$/iu.test(text) && !fileName.test(text)
  );
}

const fileName =
  /\.(?:md|txt|json|ya?ml|toml|csv|tsv|pdf|docx?|xlsx?|pptx?|tex|vtt|log|sh|py|ts|tsx|js|mjs|jsx|rb|go|rs|java|kt|c|h|cpp|php|sql|html?|css|png|jpe?g|svg|gif|zip|gz|tgz|tar|lock|env|ini|cfg|conf|xml|ics|eml|vcf|tf|tfplan|plan|ks|whl|jar|war|apk|ipynb|service|timer|bz2|xz|zst|dump|key|pem|crt|gradle|kts|swift|scala|exs?|lua|proto|gem|nupkg|parquet|db|sqlite|out|bak|patch|diff)$/iu;

/**
 * Four or more digits, however written: `5519027`, `5520-1187`, `7712/26`. Or a digit and letters: `T-882`, `cus_R7x`. A small
 * number names nothing.
 */
export function isIdentifier(text: string): boolean {
  if (!/^[a-z0-9]+(?:[-_/][a-z0-9]+)*$/iu.test(text) || text.length < 4) return false;
  const digits = text.replaceAll(/\D/gu, '').length;
  return digits > 3 || (digits > 0 && /[a-z]/iu.test(text) && !text.includes('/'));
}
