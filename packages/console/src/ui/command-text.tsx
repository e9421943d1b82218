import { visible } from '@permesso/protocol/text';

interface Token {
  readonly text: string;
  readonly kind: 'cmd' | 'arg' | 'flag' | 'str' | 'op' | 'space';
}

const pattern = /(\s+)|("(?:\\.|[^"\\])*"?|'[^']*'?)|(&&|\|\||[;|&<>()]+)|([^\s"';|&<>()]+)/gs;

/** Shell syntax for highlighting only: no decision depends on it. */
function commandTokens(text: string): readonly Token[] {
  let isFirst = true;
  return [...text.matchAll(pattern)].map(([all, space, quoted, operator]): Token => {
    if (space !== undefined) {
      if (space.includes('\n')) isFirst = true;
      return { text: all, kind: 'space' };
    }
    if (operator !== undefined) {
      isFirst = !/[<>]/.test(operator);
      return { text: all, kind: 'op' };
    }
    if (quoted !== undefined) return { text: all, kind: 'str' };
    if (isFirst && !/^\w+=/.test(all)) {
      isFirst = false;
      return { text: all, kind: 'cmd' };
    }
    return { text: all, kind: all.startsWith('-') ? 'flag' : 'arg' };
  });
}

/** Hostile characters are spelled out; line breaks stay. */
export function shownText(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

export interface CommandTextProps {
  readonly text: string;
  /** In lists: one line, with an ellipsis. */
  readonly isCut?: boolean;
}

export function CommandText({ text, isCut }: CommandTextProps) {
  const shown = isCut === true ? text.slice(0, 300).replaceAll(/\s+/g, ' ') : text;
  return (
    <code className={isCut === true ? 'cut' : 'whole-command'}>
      <Coloured text={shown} />
    </code>
  );
}

export function Coloured({ text }: { readonly text: string }) {
  return (
    <>
      {commandTokens(text).map(({ text: each, kind }, at) =>
        kind === 'space' ? (
          shownText(each)
        ) : (
          <b key={at} className={`s-${kind}`}>
            {shownText(each)}
          </b>
        ),
      )}
    </>
  );
}
