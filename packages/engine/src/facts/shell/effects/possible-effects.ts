import type { World } from '../../../world/world.ts';
import type { HostAccess, PathAccess } from '../../access.ts';
import { readUrl } from '../../urls/read-url.ts';
import type { Arguments, Role } from '../model/model.ts';
import { unpacksHere } from '../commands/unpackers.ts';
import type { Expanded } from './carriers.ts';
import { plainCodeIn } from '../programs/holds-program.ts';
import { pathsOf } from './command-paths.ts';
import { literalOf, type Word } from '../read/words/word.ts';

type Possible = PathAccess | HostAccess;

/** A limit: a rule about one file among hundreds is really about their directory. */
const mostNames = 64;

/**
 * Files and hosts that a command names without the model knowing their role: every word of an unknown command, and those
 * operands and options of a known one that its row does not describe. `mytool .env` may read it.
 */
export function possibleTouches(command: Expanded, world: World): readonly Possible[] {
  if (command.definedHere === 'surely') return [];
  const { judgement } = command;
  if (judgement !== undefined && (judgement.does !== 'acts' || judgement.inline !== undefined)) return [];
  const accesses: Possible[] = [];
  if (command.args !== undefined && unpacksHere(command.args)) accesses.push(...unpacked(command, world));
  const words = [...wordsOf(command), ...filesInCode(command)].slice(0, mostNames);
  if (!command.away) for (const named of words) possibleFiles(named, { command, world, accesses });
  for (const { word } of words) {
    const named = urlIn(word);
    if (named !== undefined)
      accesses.push({ kind: 'network', url: readUrl(named), span: word.span, perhaps: true });
  }
  return accesses;
}

/** Names in the text of a short program. */
function filesInCode(command: Expanded): readonly NamedWord[] {
  const span = command.words.at(-1)?.span ?? { start: 0, end: 0 };
  return (plainCodeIn(command)?.files ?? []).map((text) => ({
    word: { kind: 'literal', text: text.includes('/') ? text : `./${text}`, span },
    writes: false,
  }));
}

/** `tar xf a.tar`, `git apply x.patch`: any file below, or above if the directory is unknown. */
function unpacked({ place, span, away }: Expanded, world: World): readonly Possible[] {
  if (away) return [];
  const here: Word = { kind: 'literal', text: '.', span };
  return pathsOf(here, place, world).map((path) => ({
    kind: 'write',
    path: { ...path, recursive: true, grows: true },
    span,
    perhaps: true,
  }));
}

function possibleFiles(
  { word, writes }: NamedWord,
  about: { readonly command: Expanded; readonly world: World; readonly accesses: Possible[] },
): void {
  const { command, world, accesses } = about;
  const { span } = word;
  for (const text of pathNamesIn(word)) {
    if ('unknown' in command.place && !text.startsWith('/')) continue;
    for (const path of pathsOf({ kind: 'literal', text, span }, command.place, world)) {
      accesses.push({ kind: 'read', path, span, perhaps: true });
      if (writes) accesses.push({ kind: 'write', path, span, perhaps: true });
    }
  }
}

/** `https://host/x`, `git+ssh://host`, `--registry=https://host`, and the start of package and image names. */
function urlIn(word: Word): string | undefined {
  const text = literalOf(word);
  if (text === undefined || text.length > 4096 || !/[/:]/.test(text)) return undefined;
  const url = /(?:^|[=+@]|^url:)([a-z][a-z\d.-]{0,20}:\/\/\S+)$/iu.exec(text)?.[1];
  if (url !== undefined) return localScheme.test(url) ? undefined : url;
  // `org.typelevel:cats-core_3:2.10.0`: package coordinates. `mill.scalalib.ScalafmtModule/check`: a class.
  if (
    /^[\w.-]+:{1,2}[\w.-]+:(?:\d[\w.+-]*|latest(?:\.\w+)?)$|^(?:org|com|io|net)\.\w[\w.-]*:[a-z][\w.-]*$/u.test(
      text,
    )
  )
    return undefined;
  if (/^[\w.]+\.[A-Z][a-z]+[A-Z]\w*[/:]/u.test(text)) return undefined;
  const host = /^([\w-]{1,63}(?:\.[\w-]{1,63}){1,10})[/:]/u.exec(text)?.[1];
  return host === undefined ? undefined : `https://${host}/`;
}

/** Schemes for places inside a program, a package or this machine. */
const localScheme =
  /^(?:res|user|asset|assets|package|classpath|file|sqlite3?|duckdb|memory|mem|inproc|ipc|unix):\/\//iu;

interface NamedWord {
  readonly word: Word;
  /** It follows an option that is named like an output. */
  readonly writes: boolean;
}

function wordsOf({ words, args, judgement }: Expanded): readonly NamedWord[] {
  if (args === undefined || judgement === undefined)
    return words.slice(1).map((word, place) => ({ word, writes: isOutput(word) || isOutput(words[place]) }));
  if (args.command.carries !== undefined) return [...scriptOf(args), ...fetched(args)];
  const played = new Set(judgement.touches.map(({ word }) => word));
  const { first = [], rest = 'text' } = args.command.operands ?? {};
  const operands = args.operands.filter(
    ({ word }, index) =>
      literalOf(word)?.includes('://') === true || (!played.has(word) && isOpen(first[index] ?? rest)),
  );
  return [
    ...operands.map(({ word, at }) => ({ word, writes: isStranger(at - 1) && isOutput(words[at - 1]) })),
    ...args.options.flatMap(({ name, value, role }) =>
      value !== undefined && role === undefined && mayBeNamed(name, value)
        ? [{ word: value, writes: isOutput({ kind: 'literal', text: name, span: value.span }) }]
        : [],
    ),
    // A program in a file is read from there: `awk -f x`, `make -f x`.
    ...args.options.flatMap(({ value, role }) =>
      value !== undefined && (role === 'program' || role === 'code') ? [{ word: value, writes: false }] : [],
    ),
    ...args.strangers.flatMap(({ at }) => {
      const word = words[at];
      return word === undefined ? [] : [{ word, writes: isOutput(word) }];
    }),
  ];

  function isStranger(at: number): boolean {
    return args?.strangers.some((stranger) => stranger.at === at) === true;
  }
}

/** Options whose value is text for people in every program. */
const messages =
  /^(?:-m|--message|--title|--body|--subject|--description|--comment|--notes|--reason|--author|--name|--grep)$/u;

/** A value that the row does not describe may be a file or a URL; one with blanks is a message. */
function mayBeNamed(option: string, value: Word): boolean {
  const text = literalOf(value) ?? '';
  return text.includes('://') || (text !== '' && !/\s/u.test(text) && !messages.test(option));
}

/** Roles in which a word may still be a file: undescribed, a program, or something to fetch. */
function isOpen(role: Role): boolean {
  return (
    role === 'text' ||
    role === 'argument' ||
    role === 'program' ||
    role === 'code' ||
    role === 'url' ||
    role === 'host'
  );
}

/** `npx https://h/x.tgz`, `yarn dlx x@https://h/x`: the package is fetched before it runs. */
function fetched({ operands }: Arguments): readonly NamedWord[] {
  return operands
    .filter(({ word }) => literalOf(word)?.includes('://') === true)
    .map(({ word }) => ({ word, writes: false }));
}

/** `bash x`: the script is a file that is read. Its text is not in the call. */
function scriptOf({ command, options, operands }: Arguments): readonly NamedWord[] {
  const [first] = operands;
  const isScript = command.carries?.how === 'script' && !options.some(({ name }) => name === '-c');
  return isScript && first !== undefined ? [{ word: first.word, writes: false }] : [];
}

function isOutput(word: Word | undefined): boolean {
  return /^(?:-o|--?out)/u.test(literalOf(word) ?? '');
}

/** `x`, `--option=x`, `host:x`, `name@x`: every piece that looks like a path. */
function pathNamesIn(word: Word): readonly string[] {
  const text = literalOf(word);
  if (text === undefined || !/[./~]/.test(text) || text.length > 4096) return [];
  // `aws --payload file://x` reads x.
  const local = /(?:^|=)fileb?:\/\/(.+)$/su.exec(text)?.[1];
  if (local !== undefined) return [local];
  if (text.includes('\n') || text.includes('://')) return [];
  const pieces = [text, ...['=', ':', '@'].map((mark) => text.slice(text.indexOf(mark) + 1))];
  // `-o/home/dev/.bashrc`: a value attached to a one-letter option.
  if (/^-\w/u.test(text)) pieces.push(text.slice(2));
  // `cargo +/tmp/toolchain build`.
  if (/^\+[/~.]/u.test(text)) pieces.push(text.slice(1));
  return [...new Set(pieces)].filter((piece) => !piece.startsWith('-') && /^[./~]|\//u.test(piece));
}
