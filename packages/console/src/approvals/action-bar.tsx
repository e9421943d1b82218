import { Menu } from '@base-ui/react/menu';
import type { MouseEvent } from 'react';
import { ChevronDown, MessageSquare } from 'lucide-react';
import type { InboxItem } from '@permesso/protocol/console';
import { approvalsTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { isLasting } from '@permesso/protocol/text';
import type { AnswerDraft } from './answer-draft.ts';
import type { Twice } from '../session/shortcuts.ts';
import { scopeWords } from './words.ts';

const texts = approvalsTexts.answer;

export interface ActionBarProps {
  readonly item: InboxItem;
  readonly draft: AnswerDraft;
  /** The key that was pressed once. */
  readonly twice: Twice;
}

/** Always on the screen, also on a phone. */
export function ActionBar({ item, draft, twice }: ActionBarProps) {
  const isGrave = isLasting(item);
  const confirm = ({ detail }: MouseEvent): void => {
    // A double click is one press.
    if (detail < 2) twice.press('a', draft.approve);
  };
  const { scopes, denialScopes = scopes } = item;
  const longer = item.team === undefined ? denialScopes.filter((name) => name !== 'once') : [];
  return (
    <div className="action-bar">
      <label className="input">
        <MessageSquare className="i" aria-hidden />
        <input
          aria-label={texts.message}
          placeholder={texts.message}
          value={draft.message}
          onChange={(event) => draft.setMessage(event.target.value)}
        />
      </label>
      <span className="hint" role="status">
        {hintFor(draft, twice.pressed, isGrave)}
      </span>
      <div className="end">
        <span className="btn-group">
          <Button kind="danger-quiet" onClick={() => draft.deny('once')}>
            {texts.deny}
            <kbd aria-hidden>D</kbd>
          </Button>
          {longer.length > 0 && (
            <Menu.Root modal={false}>
              <Menu.Trigger className="btn danger-quiet icon" aria-label={texts.denyLasting}>
                <ChevronDown className="i" aria-hidden />
              </Menu.Trigger>
              <Menu.Portal>
                <Menu.Positioner className="floating" align="end" side="top" sideOffset={4}>
                  <Menu.Popup className="menu">
                    {longer.map((name) => (
                      <Menu.Item key={name} className="menu-item" onClick={() => draft.deny(name)}>
                        {texts.denyFor(scopeWords(name, item))}
                      </Menu.Item>
                    ))}
                  </Menu.Popup>
                </Menu.Positioner>
              </Menu.Portal>
            </Menu.Root>
          )}
        </span>
        <Button
          kind={isGrave && twice.pressed !== 'a' ? 'danger-quiet' : isGrave ? 'danger' : 'primary'}
          className="approve"
          disabled={draft.isLocked}
          onClick={isGrave ? confirm : draft.approve}
        >
          <span>
            {texts.approve}
            <span className="hide-phone"> {scopeWords(draft.scope, item)}</span>
          </span>
          <kbd aria-hidden>A</kbd>
        </Button>
      </div>
    </div>
  );
}

function hintFor({ isSeen, isLocked }: AnswerDraft, pressed: string | undefined, isGrave: boolean): string {
  if (!isSeen) return texts.readFirst;
  if (pressed === 'a' && !isLocked) return isGrave ? texts.lasting : texts.approveAgain;
  return pressed === 'd' ? texts.denyAgain : '';
}
