/**
 * Every URL that free text may make `web_fetch` request. The program takes words that contain `://`; the model behind
 * it also reads the rest. A word that is not simply a URL gives `undefined`: it may be any.
 */
export function urlsInPrompt(text: string): readonly (string | undefined)[] {
  const found = text.split(/\s+/u).flatMap((word): readonly (string | undefined)[] => {
    const starts = startsIn(word);
    if (starts.length === 0) return isBare(word) ? [`https://${word}`] : [];
    if (starts.length === 1 && starts[0] === 0) return withRaw(word);
    return [undefined, ...starts.map((start, at) => word.slice(start, starts[at + 1]))];
  });
  return found.length === 0 ? [undefined] : [...new Set(found)];
}

/** Where URLs begin inside a word: at the scheme before each `://`. Linear time. */
function startsIn(word: string): readonly number[] {
  const starts: number[] = [];
  let from = 0;
  for (let at = word.indexOf('://'); at !== -1; at = word.indexOf('://', from)) {
    let start = at;
    while (start > from && /[a-z0-9+.-]/iu.test(word.charAt(start - 1))) start--;
    starts.push(start);
    from = at + '://'.length;
  }
  return starts;
}

/** An address that a person would click on, although it has no scheme: `www.example.com`, `example.com/path`. */
function isBare(word: string): boolean {
  const [host = ''] = word.split('/', 1);
  if (!/^[\w.:-]+$/u.test(host) || !host.includes('.', 1)) return false;
  return host.length < word.length || /^www\./iu.test(host);
}

/** A GitHub page about a file is fetched from another host. */
function withRaw(word: string): readonly string[] {
  const [scheme = '', , host = '', ...path] = word.split('/');
  return /^github\.com(?::\d+)?$/iu.test(host) && path.includes('blob')
    ? [word, `${scheme}//raw.githubusercontent.com/${path.join('/')}`]
    : [word];
}
