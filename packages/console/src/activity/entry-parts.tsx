import {
  ArrowLeft,
  ArrowRight,
  Bot,
  ChevronDown,
  ChevronUp,
  Folder,
  Link2,
  ListTree,
  Shield,
  User,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallOutcome } from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { folderName, momentText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { CommandBlock } from '../ui/command-block.tsx';
import { shownText } from '../ui/command-text.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { agentOf, entryProject, entryTitle, typeTitle, verdictOf } from './words.ts';
import { activityTexts } from './texts.ts';

const texts = activityTexts.entry;

export interface EntryHeadProps {
  readonly entry: LogEntry;
  readonly outcome?: CallOutcome | undefined;
  /** Opens the next or previous entry. */
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

export function EntryHead({ entry, outcome, onStep, onClose }: EntryHeadProps) {
  const say = useToasts();
  const verdict = verdictOf(entry);
  async function copyLink(): Promise<void> {
    await navigator.clipboard.writeText(location.href);
    say({ text: texts.linkCopied });
  }
  return (
    <div className="sheet-head">
      <Button
        icon={ArrowLeft}
        kind="ghost"
        isIcon
        isSmall
        className="phone-only"
        aria-label={texts.back}
        onClick={onClose}
      />
      {verdict === undefined ? (
        <span className="tag">{typeTitle(entry)}</span>
      ) : (
        <Verdict verdict={verdict} isTinted />
      )}
      {outcome !== undefined && (
        <>
          <ArrowRight className="i dimmer" aria-hidden />
          <span className={`tag ${outcome.is === 'approved' || outcome.is === 'ran' ? 'allow' : 'deny'}`}>
            <User className="i" aria-hidden />
            <span className="cut">{visible(outcomeText(outcome))}</span>
          </span>
        </>
      )}
      <div className="end">
        <Button
          icon={ChevronUp}
          kind="ghost"
          isIcon
          className="hide-phone"
          aria-label={texts.previous}
          onClick={() => onStep(-1)}
        />
        <Button
          icon={ChevronDown}
          kind="ghost"
          isIcon
          className="hide-phone"
          aria-label={texts.next}
          onClick={() => onStep(1)}
        />
        <Button
          icon={Link2}
          kind="ghost"
          isIcon
          aria-label={texts.copyLink}
          onClick={() => void copyLink()}
        />
        <Button kind="ghost" isIcon aria-label={activityTexts.close} onClick={onClose}>
          <X className="i" aria-hidden />
        </Button>
      </div>
    </div>
  );
}

function outcomeText({ is, by }: CallOutcome): string {
  if (is === 'unanswered') return texts.notAnswered;
  if (is === 'ran') return texts.ran;
  return by === undefined ? is : texts.by(is, by);
}

/** The call in full, shown once. */
export function CallShown({ entry }: { readonly entry: LogEntry }) {
  if (!('call' in entry))
    return (
      <div className="cmd long">
        <pre>{shownText(entryTitle(entry))}</pre>
      </div>
    );
  const { command, ...rest } = entry.call.input;
  const parts =
    entry.type === 'decision'
      ? entry.receipt.parts.map(({ label, verdict, reason, span }) => ({
          label,
          verdict,
          reason,
          doubts: [],
          ...(span === undefined ? {} : { span: { start: span[0], end: span[1] } }),
        }))
      : [];
  const fields = Object.entries(typeof command === 'string' ? rest : entry.call.input);
  return (
    <div className="call-shown">
      {typeof command === 'string' && <CommandBlock text={command} parts={parts} />}
      {fields.map(([name, value]) => (
        <div key={name} className="whole-field">
          <span className="label">
            {visible(entry.call.tool)} {visible(name)}
          </span>
          <pre>{shownText(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))}</pre>
        </div>
      ))}
      {typeof command !== 'string' && fields.length === 0 && (
        <div className="cmd long">
          <pre>{visible(entry.call.tool)}</pre>
        </div>
      )}
    </div>
  );
}

export function EntryFacts({ entry, children }: { readonly entry: LogEntry; readonly children?: ReactNode }) {
  const project = entryProject(entry);
  const isCall = 'call' in entry;
  return (
    <p className="facts">
      <time dateTime={entry.at}>{momentText(Date.parse(entry.at))}</time>
      {children}
      {agentOf(entry) !== '' && (
        <span>
          <Bot className="i" aria-hidden />
          {visible(agentOf(entry))}
        </span>
      )}
      {project !== undefined && (
        <span title={visible(project)}>
          <Folder className="i" aria-hidden />
          {visible(folderName(project))}
        </span>
      )}
      {isCall && entry.session !== undefined && (
        <span>
          <ListTree className="i" aria-hidden />
          {texts.session(visible(entry.session).slice(0, 12))}
        </span>
      )}
      {isCall && entry.redacted !== undefined && (
        <span>
          <Shield className="i" aria-hidden />
          {texts.hidden(entry.redacted.map(visible).join(', '))}
        </span>
      )}
    </p>
  );
}

export function RawEntry({ entry, note }: { readonly entry: unknown; readonly note: string }) {
  return (
    <div className="folds">
      <Disclosure title={texts.raw} note={note}>
        <pre className="raw" tabIndex={0} role="region" aria-label={texts.rawLabel}>
          {shownText(JSON.stringify(entry, undefined, 2))}
        </pre>
      </Disclosure>
    </div>
  );
}

export function rawNote(entry: LogEntry): string {
  const bytes = new TextEncoder().encode(JSON.stringify(entry)).length;
  const size = bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
  return texts.rawNote(entry.seq, size, `${entry.hash.slice(0, 4)}…${entry.hash.slice(-4)}`);
}
