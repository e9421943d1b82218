import { visible } from '@permesso/protocol/text';
import type { ShownPart } from '@permesso/protocol/console';
import { Coloured, shownText } from './command-text.tsx';
import { Verdict } from './verdict.tsx';
import { componentTexts } from './texts.ts';

export interface CommandBlockProps {
  readonly text: string;
  readonly parts: readonly ShownPart[];
}

/** Longer commands are shown without notes; their parts are listed below. */
const mostNoted = 600;
const mostColoured = 5000;

/** The command, each part underlined by its verdict, with the reason below it. */
export function CommandBlock({ text, parts }: CommandBlockProps) {
  const drawn = text.length <= mostNoted && parts.length <= 10 ? draw(text, parts) : undefined;
  if (drawn === undefined)
    return (
      <div className="cmd long">
        <pre>{text.length > mostColoured ? shownText(text) : <Coloured text={text} />}</pre>
      </div>
    );
  return (
    <div className="cmd" role="group" aria-label={componentTexts.command}>
      {drawn.pieces.map(({ piece, part }, at) =>
        part === undefined ? (
          <code key={at} className="between">
            <Coloured text={piece} />
          </code>
        ) : (
          <span key={at} className="part">
            <code>
              <span className={`u ${part.verdict}`}>
                <Coloured text={piece} />
              </span>
            </code>
            <span className="note">
              <Verdict verdict={part.verdict} />
              <span title={visible(part.reason)}>{visible(shortReason(part.reason))}</span>
            </span>
          </span>
        ),
      )}
      {drawn.around.length > 0 && (
        <ul className="cmd-notes">
          {drawn.around.map(({ label, verdict, reason }, at) => (
            <li key={at}>
              <Verdict verdict={verdict} />
              <span>
                <PartName label={label} /> {visible(shortReason(reason))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A part that nothing is known about is described in words. */
function PartName({ label }: { readonly label: string }) {
  const name = visible(label);
  return name.startsWith('(') ? <span>{name}</span> : <code>{name}</code>;
}

/** The rule only: its file and line are in the explanation below. For rules that might match, the uncertainty. */
export function shortReason(reason: string): string {
  const doubt = / may match it \(([^():]+)/u.exec(reason)?.[1];
  return (
    doubt ??
    reason.replace(
      / \((?:[a-z]+, [^()]*:\d+|preset(?: [\w-]+)?)\) (?:asks about it|allows it|denies it)$/,
      '',
    )
  );
}

interface Drawn {
  readonly pieces: readonly Piece[];
  /** Parts that contain others, or have no position: listed below. */
  readonly around: readonly ShownPart[];
}

interface Piece {
  readonly piece: string;
  readonly part?: ShownPart;
}

/** In text order; undefined if parts overlap, which underlining cannot show. */
function draw(text: string, parts: readonly ShownPart[]): Drawn | undefined {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0 && only.span === undefined)
    return { pieces: [{ piece: text, part: only }], around: [] };
  const placed = parts.flatMap((part) => (part.span === undefined ? [] : [{ part, ...part.span }]));
  const inner = placed.filter(
    (span, at) =>
      !placed.some(
        (other, index) =>
          index !== at &&
          span.start <= other.start &&
          other.end <= span.end &&
          (other.end - other.start < span.end - span.start || index < at),
      ),
  );
  const pieces: Piece[] = [];
  let at = 0;
  for (const { part, start, end } of inner.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end > text.length || end <= start) return undefined;
    const between = text.slice(at, start).trim();
    if (between !== '') pieces.push({ piece: between });
    pieces.push({ piece: text.slice(start, end), part });
    at = end;
  }
  if (pieces.length === 0) return undefined;
  const rest = text.slice(at).trim();
  return {
    pieces: rest === '' ? pieces : [...pieces, { piece: rest }],
    around: parts.filter((part) => !inner.some((span) => span.part === part)),
  };
}
