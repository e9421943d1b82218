import { visible } from '@permesso/protocol/text/show-text';
import type { ShownPart } from '@permesso/protocol/console/inbox';

/** The command itself, each part underlined in the colour of its verdict. */
export function CallPicture({
  text,
  parts,
}: {
  readonly text: string;
  readonly parts: readonly ShownPart[];
}) {
  return (
    <pre className="picture" aria-label="The command with the verdict of each part">
      {callPieces(text, parts).map(({ piece, part }, at) =>
        part === undefined ? (
          <span key={at}>{visibleText(piece)}</span>
        ) : (
          <span
            key={at}
            className={`piece ${part.verdict}`}
            title={`${part.verdict}: ${visible(part.reason)}`}
          >
            {visibleText(piece)}
          </span>
        ),
      )}
    </pre>
  );
}

interface CallPiece {
  readonly piece: string;
  readonly part?: ShownPart;
}

/** Cut where any part begins or ends; the shortest part that covers a piece names it. */
function callPieces(text: string, parts: readonly ShownPart[]): readonly CallPiece[] {
  const spans = parts.flatMap((part) => (part.span === undefined ? [] : [{ part, ...part.span }]));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, at): CallPiece => {
    const start = cuts[at] ?? 0;
    const [narrowest] = spans
      .filter((span) => span.start <= start && end <= span.end)
      .toSorted((a, b) => a.end - a.start - (b.end - b.start));
    const piece = text.slice(start, end);
    return narrowest === undefined ? { piece } : { piece, part: narrowest.part };
  });
}

function visibleText(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
