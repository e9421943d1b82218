import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import type { ShownPart } from '@permesso/protocol/console/inbox';
import { visible } from '@permesso/protocol/text/show-text';

/** Colour is never the only sign: the word stands there too. */
export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  return <span className={`verdict ${verdict}`}>{verdict}</span>;
}

/** More parts than this, and those that are simply allowed stand behind a word: what needs an answer must be seen. */
const mostParts = 8;

/** Each part of a call with its own verdict and why. */
export function PartList({ parts }: { readonly parts: readonly ShownPart[] }) {
  const allowed = parts.filter(({ verdict }) => verdict === 'allow');
  if (parts.length <= mostParts || allowed.length < 2) return <Parts parts={parts} />;
  return (
    <>
      <Parts parts={parts.filter(({ verdict }) => verdict !== 'allow')} />
      <details>
        <summary>{allowed.length} parts that are allowed</summary>
        <Parts parts={allowed} />
      </details>
    </>
  );
}

function Parts({ parts }: { readonly parts: readonly ShownPart[] }) {
  return (
    <ol className="parts">
      {parts.map(({ label, verdict, reason, doubts }, at) => (
        <li key={at}>
          <VerdictMark verdict={verdict} />
          <code>{visible(label)}</code>
          <span className="why">
            {visible(reason)}
            {doubtsBeyond(reason, doubts)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A doubt that the reason names already is not said twice. */
function doubtsBeyond(reason: string, doubts: readonly string[]): string {
  const others = doubts.filter((doubt) => !reason.includes(doubt));
  return others.length === 0 ? '' : ` (${others.map(visible).join('; ')})`;
}
