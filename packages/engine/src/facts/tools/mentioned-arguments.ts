import { leadsTo } from '../../call/input-path.ts';
import { isRecord } from '../../call/is-record.ts';
import type { Mentions } from '../part.ts';
import { isProseName, startsProgram } from './argument-names.ts';
import type { Suspecting } from './suspect-arguments.ts';
import { suspectedAccess } from './tool-access.ts';

const mostValues = 50_000;
const deepest = 64;
/** A database query, whatever its argument is called. */
const statement = /^\s*(?:select|with|insert|copy|load|create|attach|call|exec(?:ute)?)\s/iu;

/** Its host is known, and the rest of the URL concerns only that host. */
const webAddress = /^https?:\/\/\S+$/i;

const address = /\b[a-z][a-z\d+.-]*:\/\/([^\s/?#"'<>()[\]]+|\[[\da-f:.]+\])/giu;

/** The texts in the arguments of a tool without a description, at any depth. Text for people and search texts name nothing. */
export function mentionedArguments({ call, world, described = [] }: Suspecting): Mentions | undefined {
  const texts: string[] = [];
  const programs: string[] = [];
  let left = mostValues;
  let more = false;

  function add(text: string, name: string): void {
    if (webAddress.test(text)) return;
    if (isProseName(name) && !statement.test(text)) {
      // A name in a sentence is just a word, but a URL counts wherever it occurs.
      for (const [, host = ''] of text.matchAll(address)) texts.push(host);
      return;
    }
    texts.push(text);
    if (/\s/u.test(text) || startsProgram(name)) programs.push(text);
  }

  function visit(value: unknown, place: ArgumentPlace): void {
    left -= 1;
    more ||= left < 0 || place.path.length > deepest;
    if (more || described.some((path) => leadsTo(path, place.path))) return;
    if (typeof value === 'string') add(value, place.name);
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, { ...place, path: [...place.path, index] });
    } else if (isRecord(value)) {
      for (const [name, item] of Object.entries(value)) {
        if (/[./]/u.test(name)) texts.push(name);
        visit(item, { name, path: [...place.path, name] });
      }
    }
  }

  visit(call.input, { name: '', path: [] });
  if (texts.length === 0 && !more) return undefined;
  return {
    texts,
    programs,
    directories: [call.cwd ?? world.cwd],
    ...(suspectedAccess(call) === 'read' ? { onlyReads: true } : {}),
    ...(more ? { more } : {}),
  };
}

interface ArgumentPlace {
  /** The nearest name above the value. */
  readonly name: string;
  readonly path: readonly (string | number)[];
}
