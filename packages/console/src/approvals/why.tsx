import type { InboxItem, ShownPart } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from './texts.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Verdict } from '../ui/verdict.tsx';

const texts = approvalsTexts.why;

/** The reason for asking, folded: the command already shows each part's verdict. */
export function Why({ item }: { readonly item: InboxItem }) {
  const { parts } = item;
  const asking = parts.filter(({ verdict }) => verdict !== 'allow');
  return (
    <Disclosure title={texts.title} note={texts.note(asking.length, parts.length)}>
      <ol className="parts-list list-card">
        {[...asking, ...parts.filter(({ verdict }) => verdict === 'allow')].map((part, at) => (
          <li key={at}>
            <Verdict verdict={part.verdict} />
            <code>{visible(part.label)}</code>
            <span className="small dim">{reasonOf(part)}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** A doubt that the reason already contains is not repeated. */
function reasonOf({ reason, doubts }: ShownPart): string {
  const others = doubts.filter((doubt) => !reason.includes(doubt));
  return `${visible(reason)}${others.length === 0 ? '' : ` (${others.map(visible).join('; ')})`}`;
}
