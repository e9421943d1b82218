import type { Verdict as VerdictName } from '@permesso/engine/policy';
import { visible } from '@permesso/protocol/text';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextAreaField } from '../ui/fields/text-area-field.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { Losses } from './losses.tsx';
import { useExchange } from './use-exchange.ts';
import './rules.css';

const texts = rulesTexts.others;

export interface AddedRule {
  readonly verdict: VerdictName;
  readonly rule: string;
}

export interface ExchangeProps {
  /** Makes a URL below a project. */
  readonly path: (path: string) => string;
  /** Adds one rule for this person in this project. */
  readonly onAdd?: (rule: AddedRule) => Promise<void>;
  /** Imports everything that was read, as a policy. */
  readonly onTake?: { readonly label: string; readonly take: (policy: string) => void };
  /** Whether exporting is possible here. */
  readonly writes?: boolean;
}

/** Import and export of rules. Everything that cannot be translated is listed, never dropped silently. */
export function Exchange({ path, onAdd, onTake, writes = true }: ExchangeProps) {
  const reads = onAdd !== undefined || onTake !== undefined;
  const { formats, chosen, format, setFormat, text, setText, imported, losses, problem, read, write } =
    useExchange(path);
  return (
    <div className="sheet-form">
      <SelectField
        label={texts.format}
        value={format}
        options={formats
          .filter((each) => (reads && each.reads) || (writes && each.writes))
          .map(({ name, title }) => ({ value: name, title }))}
        onChange={setFormat}
      />
      <TextAreaField label={texts.text} rows={10} value={text} onChange={setText} />
      <div className="acts">
        {reads && (
          <Button disabled={chosen?.reads !== true || text === ''} onClick={() => void read()}>
            {texts.import}
          </Button>
        )}
        {writes && (
          <Button disabled={chosen?.writes !== true} onClick={() => void write()}>
            {texts.export}
          </Button>
        )}
      </div>
      <ProblemNotice text={problem} />
      {imported !== undefined && (
        <ul className="list-card remembered">
          {imported.rules.map(({ verdict, rule }) => (
            <li key={`${verdict} ${rule}`}>
              <Verdict verdict={verdict} />
              <code className="what">{visible(rule)}</code>
              {onAdd !== undefined && (
                <Button
                  isSmall
                  aria-label={texts.addName(rule)}
                  onClick={() => void onAdd({ verdict, rule })}
                >
                  {texts.add}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {imported !== undefined && onTake !== undefined && (
        <div className="acts">
          <Button onClick={() => onTake.take(imported.policy)}>{onTake.label}</Button>
        </div>
      )}
      <Losses losses={losses} />
    </div>
  );
}
