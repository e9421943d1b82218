import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { allEntries } from './use-entries.ts';
import { activityTexts } from './texts.ts';

const texts = activityTexts.exporting;
const mostExported = 100_000;

export interface ExportButtonProps {
  readonly query: string;
  /** The number of entries, if known. */
  readonly count: number | undefined;
}

/** Exports exactly the filtered entries, one per line, as in the log. */
export function ExportButton({ query, count }: ExportButtonProps) {
  const say = useToasts();
  const [found, setFound] = useState<number>();
  const running = useRef<AbortController>(null);

  async function save(): Promise<void> {
    const stop = new AbortController();
    running.current = stop;
    setFound(0);
    try {
      const entries = await allEntries(query, { most: mostExported, onCount: setFound, signal: stop.signal });
      // As in the log; for a team with the server's knowledge of each.
      const lines = entries.map((each) => JSON.stringify(each.agent === undefined ? each.entry : each));
      download(lines.map((line) => `${line}\n`).join(''));
      say({ text: texts.done(entries.length, entries.length < mostExported) });
    } catch (error) {
      if (!stop.signal.aborted) say({ text: errorText(error), isProblem: true });
    }
    setFound(undefined);
  }
  if (found !== undefined)
    return (
      <Button onClick={() => running.current?.abort()} aria-label={texts.stop(found)}>
        <X className="i" aria-hidden />
        {found.toLocaleString('en')} …
      </Button>
    );
  return (
    <Button onClick={() => void save()} aria-label={texts.label(count)}>
      <Download className="i" aria-hidden />
      <span className="hide-phone">{texts.count(count)}</span>
    </Button>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `permesso-activity-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.jsonl`;
  link.click();
  URL.revokeObjectURL(address);
}
