import type { ShownPart } from '@permesso/protocol/console';
import { Coloured } from '../ui/command-text.tsx';
import { componentTexts } from '../ui/texts.ts';

export interface CallEditorProps {
  readonly label: string;
  readonly text: string;
  /** The parts of this text; empty while another is being decided. */
  readonly parts: readonly ShownPart[];
  readonly onChange: (text: string) => void;
}

/** Longer texts are shown without colours. */
const mostDrawn = 5000;

/** The call being typed, each part underlined in the colour of its verdict. */
export function CallEditor({ label, text, parts, onChange }: CallEditorProps) {
  return (
    <div className="call-editor">
      <div className="layers">
        <pre className="picture" aria-label={componentTexts.command}>
          {text.length > mostDrawn
            ? text
            : pieces(text, parts).map(({ piece, part }, at) =>
                part === undefined ? (
                  <Coloured key={at} text={piece} />
                ) : (
                  <span key={at} className={`piece u ${part.verdict}`}>
                    <Coloured text={piece} />
                  </span>
                ),
              )}
          {'\n'}
        </pre>
        <textarea
          aria-label={label}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}

interface DrawnPiece {
  readonly piece: string;
  readonly part?: ShownPart;
}

/** Split wherever a part begins or ends; a piece is labelled by the shortest part that covers it. */
function pieces(text: string, parts: readonly ShownPart[]): readonly DrawnPiece[] {
  const spans = parts.flatMap((part) => (part.span === undefined ? [] : [{ part, ...part.span }]));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, at): DrawnPiece => {
    const start = cuts[at] ?? 0;
    const [narrowest] = spans
      .filter((span) => span.start <= start && end <= span.end)
      .toSorted((a, b) => a.end - a.start - (b.end - b.start));
    const piece = text.slice(start, end);
    return narrowest === undefined ? { piece } : { piece, part: narrowest.part };
  });
}
