import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  FlaskConical,
  History,
  Inbox,
  Keyboard,
  type LucideIcon,
  Plus,
  ScrollText,
  Search,
  Snowflake,
  SunMoon,
} from 'lucide-react';
import { useState } from 'react';
import { foundEntries, type ListedEntry, ruleList } from '@permesso/protocol/console';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { entryId } from '../activity/read-entry.ts';
import { subjectOf } from '../format.ts';
import { Verdict } from '../ui/verdict.tsx';
import type { ListedPage } from './pages.ts';
import { useSession } from '../session/session.ts';
import { besideTexts } from './beside-texts.ts';
import { frameTexts } from '../texts/frame.ts';
import { useGet } from '../session/use-get.ts';

const texts = frameTexts.search;
const actTexts = besideTexts.actions;

interface Action {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly run: () => void;
}

function entryText({ entry }: ListedEntry): string {
  return subjectOf((entry as DecisionEntry).call).slice(0, 200);
}

export interface PaletteProps {
  readonly places: readonly ListedPage[];
  readonly onClose: () => void;
  readonly onTheme: () => void;
  readonly onKeys: () => void;
  /** Absent if there is nothing left to freeze. */
  readonly onFreeze?: () => void;
}

/** Go to a page, find a rule or a pending request, or try a command: by keyboard, from everywhere. */
export function Palette({ places, onClose, onTheme, onKeys, onFreeze }: PaletteProps) {
  const { who, live } = useSession();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { data } = useGet('rules', ruleList, { path: '/api/rules', enabled: who.mode === 'local' });
  const { data: recent } = useGet('first-calls', foundEntries, {
    path: '/api/activity?type=calls',
    enabled: who.mode === 'local',
  });
  const [next] = live.items;
  function act(run: () => void): () => void {
    return () => {
      onClose();
      run();
    };
  }
  const actions: readonly Action[] = [
    ...(next === undefined
      ? []
      : [{ icon: Inbox, title: actTexts.next, run: () => go('/approvals', { request: next.id }) }]),
    ...(who.mode === 'local'
      ? [{ icon: Plus, title: actTexts.addRule, run: () => go('/rules', { sheet: 'add' }) }]
      : []),
    ...(onFreeze === undefined ? [] : [{ icon: Snowflake, title: actTexts.freeze, run: act(onFreeze) }]),
    { icon: SunMoon, title: actTexts.theme, run: act(onTheme) },
    { icon: Keyboard, title: actTexts.keys, run: act(onKeys) },
  ];
  function go(to: ListedPage['to'], search: Readonly<Record<string, string>> = {}): void {
    onClose();
    void navigate({ to, search });
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette-popup" aria-label={texts.title}>
          <Command className="palette" label={texts.title}>
            <div className="palette-in">
              <Search className="i" aria-hidden />
              <Command.Input value={text} onValueChange={setText} placeholder={texts.title} />
              <kbd className="end">{texts.escape}</kbd>
            </div>
            <Command.List className="palette-list">
              <Command.Empty className="palette-empty">{texts.nothing}</Command.Empty>
              {text.trim() !== '' && (
                <Command.Item
                  className="menu-item"
                  forceMount
                  value={text}
                  onSelect={() => go('/playground', { tool: 'Bash', text })}
                >
                  <FlaskConical className="i" aria-hidden />
                  {texts.tryIt} <code>{visible(text)}</code>
                </Command.Item>
              )}
              {places.map(({ to, title, icon: Icon }) => (
                <Command.Item key={to} className="menu-item" value={`go to ${title}`} onSelect={() => go(to)}>
                  <Icon className="i" aria-hidden />
                  {title}
                </Command.Item>
              ))}
              {actions.map(({ icon: Icon, title, run }) => (
                <Command.Item key={title} className="menu-item" value={`do ${title}`} onSelect={run}>
                  <Icon className="i" aria-hidden />
                  {title}
                </Command.Item>
              ))}
              {(recent?.entries ?? []).slice(0, text === '' ? 3 : 50).map((found) => (
                <Command.Item
                  key={entryId(found)}
                  className="menu-item"
                  value={`entry ${entryId(found)} ${entryText(found)}`}
                  onSelect={() => go('/activity', { entry: entryId(found) })}
                >
                  <History className="i" aria-hidden />
                  <code className="cut">{visible(entryText(found))}</code>
                  <span className="end">{actTexts.recent}</span>
                </Command.Item>
              ))}
              {text !== '' &&
                live.items.slice(0, 50).map((item) => (
                  <Command.Item
                    key={item.id}
                    className="menu-item"
                    value={`waiting ${item.id} ${subjectOf(item.call)}`}
                    onSelect={() => go('/approvals', { request: item.id })}
                  >
                    <Inbox className="i" aria-hidden />
                    <code className="cut">{visible(subjectOf(item.call).slice(0, 200))}</code>
                    <span className="end">{texts.waits}</span>
                  </Command.Item>
                ))}
              {text !== '' &&
                (data?.rules ?? []).slice(0, 200).map((rule) => (
                  <Command.Item
                    key={rule.key}
                    className="menu-item"
                    value={`rule ${rule.key} ${rule.text}`}
                    onSelect={() => go('/rules')}
                  >
                    <ScrollText className="i" aria-hidden />
                    <code className="cut">{visible(rule.text)}</code>
                    <span className="end">
                      <Verdict verdict={rule.verdict} />
                    </span>
                  </Command.Item>
                ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
