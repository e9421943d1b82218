import { useEffect, useState } from 'react';
import {
  exportedText,
  formatList,
  importedRules,
  type ImportedRules,
  type ListedFormat,
  type ShownLosses,
} from '@permesso/protocol/console/exchange';
import { visible } from '@permesso/protocol/text/show-text';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import { get, post } from '../api.ts';
import { Losses } from './losses.tsx';
import { VerdictMark } from './verdict.tsx';
import { errorText } from '../format.ts';

export interface ExchangeProps {
  /** The address below a project. */
  readonly path: (path: string) => string;
  /** Adds one rule for this person in this project. */
  readonly onAdd?: (rule: { readonly verdict: Verdict; readonly rule: string }) => Promise<boolean>;
  /** Takes over all that was read, as a policy. */
  readonly onTake?: (policy: string) => void;
  /** Whether ours can be written for others from here. */
  readonly writes?: boolean;
}

/** Rules from and for other programs. What cannot be said in the other's words is listed, never left out silently. */
export function ImportExport({ path, onAdd, onTake, writes = true }: ExchangeProps) {
  const reads = onAdd !== undefined || onTake !== undefined;
  const [formats, setFormats] = useState<readonly ListedFormat[]>([]);
  const [format, setFormat] = useState('claude');
  const [text, setText] = useState('');
  const [imported, setImported] = useState<ImportedRules>();
  const [losses, setLosses] = useState<ShownLosses>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    void get(formatList, '/api/formats').then((list) => setFormats(list.formats));
  }, []);
  const chosen = formats.find(({ name }) => name === format);
  const offered = formats.filter((one) => (reads && one.reads) || (writes && one.writes));
  const title = !writes ? 'Begin with the rules of another program' : reads ? 'Import or export' : 'Export';

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      setProblem('');
      await work();
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  const read = (): Promise<void> =>
    run(async () => {
      setLosses(undefined);
      setImported(await post(importedRules, path('/api/import'), { format, text }));
    });
  const write = (): Promise<void> =>
    run(async () => {
      const written = await post(exportedText, path('/api/export'), {
        format,
      });
      setImported(undefined);
      setText(written.text);
      setLosses(written.losses);
    });

  return (
    <details className="exchange">
      <summary>{title}</summary>
      <div className="add">
        <label>
          Format{' '}
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {offered.map(({ name, title: words }) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {reads && (
          <button type="button" disabled={chosen?.reads !== true || text === ''} onClick={() => void read()}>
            Read the text below
          </button>
        )}
        {writes && (
          <button type="button" disabled={chosen?.writes !== true} onClick={() => void write()}>
            Write our rules below
          </button>
        )}
      </div>
      <textarea
        aria-label="The other program's configuration"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="problem" role="alert">
        {problem}
      </p>
      {imported !== undefined && (
        <ul className="rows">
          {imported.rules.map(({ verdict, rule }) => (
            <li key={`${verdict} ${rule}`} className="add">
              <VerdictMark verdict={verdict} />
              <code>{visible(rule)}</code>
              {onAdd !== undefined && (
                <button
                  type="button"
                  onClick={() => void onAdd({ verdict, rule })}
                  aria-label={`Add ${rule}`}
                >
                  Add
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {imported !== undefined && onTake !== undefined && (
        <button type="button" onClick={() => onTake(imported.policy)}>
          Write them into the version
        </button>
      )}
      <Losses losses={imported?.losses ?? losses} />
    </details>
  );
}
