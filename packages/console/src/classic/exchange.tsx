import { visible } from '@permesso/protocol/text/show-text';
import { Losses } from '../rules/losses.tsx';
import { useExchange } from '../rules/use-exchange.ts';
import { VerdictMark } from './verdict.tsx';

export interface ExchangeProps {
  /** The address below a project. */
  readonly path: (path: string) => string;
  /** Takes over all that was read, as a policy. */
  readonly onTake?: (policy: string) => void;
  /** Whether ours can be written for others from here. */
  readonly writes?: boolean;
}

/** Rules from and for other programs. What cannot be said in the other's words is listed, never left out silently. */
export function ImportExport({ path, onTake, writes = true }: ExchangeProps) {
  const reads = onTake !== undefined;
  const { formats, chosen, format, setFormat, text, setText, imported, losses, problem, read, write } =
    useExchange(path);
  const offered = formats.filter((one) => (reads && one.reads) || (writes && one.writes));
  const title = !writes ? 'Begin with the rules of another program' : reads ? 'Import or export' : 'Export';

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
            </li>
          ))}
        </ul>
      )}
      {imported !== undefined && onTake !== undefined && (
        <button type="button" onClick={() => onTake(imported.policy)}>
          Write them into the version
        </button>
      )}
      <Losses losses={losses} />
    </details>
  );
}
