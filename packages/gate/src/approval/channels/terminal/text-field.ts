import type { Key } from './keys.ts';

/** A single-line text field. */
export interface TextField {
  readonly text: string;
  /** The insertion point, in UTF-16 units. */
  readonly at: number;
}

export function fieldWith(text: string): TextField {
  return { text, at: text.length };
}

export function typeInto({ text, at }: TextField, key: Key): TextField {
  switch (key.key) {
    case 'text':
    case 'paste': {
      // Pasted line breaks become spaces, so that the text stays one line.
      const added = key.text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/\p{Cc}/gu, '');
      return { text: `${text.slice(0, at)}${added}${text.slice(at)}`, at: at + added.length };
    }
    case 'left':
      return { text, at: at - sizeBefore(text, at) };
    case 'right':
      return { text, at: at + sizeAfter(text, at) };
    case 'home':
      return { text, at: 0 };
    case 'end':
      return { text, at: text.length };
    case 'backspace': {
      const before = at - sizeBefore(text, at);
      return { text: `${text.slice(0, before)}${text.slice(at)}`, at: before };
    }
    case 'delete':
      return { text: `${text.slice(0, at)}${text.slice(at + sizeAfter(text, at))}`, at };
    case 'erase':
      return { text: text.slice(at), at: 0 };
    default:
      return { text, at };
  }
}

function sizeBefore(text: string, at: number): number {
  const [last] = /.$/su.exec(text.slice(0, at)) ?? [];
  return last?.length ?? 0;
}

function sizeAfter(text: string, at: number): number {
  const [first] = /^./su.exec(text.slice(at)) ?? [];
  return first?.length ?? 0;
}
