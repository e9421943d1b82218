import { useEffect, useRef, useState } from 'react';
import type { InboxItem } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { EditDiff } from './edit-diff.tsx';
import { approvalsTexts } from './texts.ts';
import { CommandBlock } from '../ui/command-block.tsx';
import { shownText } from '../ui/command-text.tsx';

const texts = approvalsTexts.request;

export interface WholeCallProps {
  readonly item: InboxItem;
  /** Called once the end of the text was on the screen. */
  readonly onSeen: () => void;
}

/** Everything that will run, in full, with hostile characters spelled out. Approving requires having seen its end. */
export function WholeCall({ item, onSeen }: WholeCallProps) {
  const end = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const mark = end.current;
    if (mark === null || seen) return undefined;
    const box = mark.parentElement;
    // On both axes: text cut off at the side was not read either.
    const look = (): void => {
      if (box === null || box.scrollLeft + box.clientWidth < box.scrollWidth - 1) return;
      setSeen(true);
      onSeen();
    };
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return box?.removeEventListener('scroll', look);
        look();
        box?.addEventListener('scroll', look);
      },
      { threshold: 0.95 },
    );
    watch.observe(mark);
    return () => {
      watch.disconnect();
      box?.removeEventListener('scroll', look);
    };
  }, [seen, onSeen]);
  const { command, ...rest } = item.call.input;
  const others = Object.entries(typeof command === 'string' ? rest : item.call.input);
  return (
    <div className="whole" tabIndex={0} role="region" aria-label={texts.call}>
      {typeof command === 'string' && <CommandBlock text={command} parts={item.parts} />}
      {others.map(([name, value]) => (
        <div key={name} className="whole-field">
          <span className="label">{visible(name)}</span>
          <pre>{linesOf(value)}</pre>
        </div>
      ))}
      <EditDiff input={item.call.input} />
      {!seen && (
        <div className="end-hint">
          <span>{texts.scroll}</span>
        </div>
      )}
      <div ref={end} className="end-mark" />
    </div>
  );
}

function linesOf(value: unknown): string {
  return shownText(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
}
