import { useEffect, useRef, useState } from 'preact/hooks';
import { visible } from '@permesso/protocol/text/show-text';

export interface FullTextProps {
  readonly input: Readonly<Record<string, unknown>>;
  /** Told once the end of the text was on the screen. */
  readonly onSeen: () => void;
}

/** Everything that will run, nothing cut, hostile characters spelled out. Nobody can say yes before its end was seen. */
export function FullText({ input, onSeen }: FullTextProps) {
  const end = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const mark = end.current;
    if (mark === null || seen) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        setSeen(true);
        onSeen();
      },
      { threshold: 0.6 },
    );
    watch.observe(mark);
    return () => watch.disconnect();
  }, [seen, onSeen]);
  const entries = Object.entries(input);
  return (
    <div class="whole" tabIndex={0} role="region" aria-label="The whole call">
      {entries.map(([name, value]) => (
        <div key={name}>
          {(entries.length > 1 || name !== 'command') && <span class="field">{visible(name)}</span>}
          <pre>{linesOf(value)}</pre>
        </div>
      ))}
      <div ref={end} class="end">
        {seen ? '' : 'scroll to the end to answer'}
      </div>
    </div>
  );
}

function linesOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return text.split('\n').map(visible).join('\n');
}
