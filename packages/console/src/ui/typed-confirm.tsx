import { Dialog } from '@base-ui/react/dialog';
import { useState, type ReactNode } from 'react';
import { errorText } from '../format.ts';
import { Button } from './button.tsx';
import { componentTexts } from './texts.ts';

export interface TypedConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly icon: ReactNode;
  readonly title: string;
  /** Its effect, and how many it concerns. */
  readonly children: ReactNode;
  /** A choice of the subject, if there are several. */
  readonly choice?: ReactNode;
  /** Must be typed before the button works. */
  readonly word: string;
  /** Without it no reason is requested. */
  readonly reasonLabel?: string;
  readonly action: string;
  readonly onConfirm: (reason: string) => Promise<void>;
}

/**
 * For actions that stop everybody or cannot be undone: requires typing a word, and a reason where one is recorded.
 */
export function TypedConfirm(props: TypedConfirmProps) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog popup">
          <ConfirmForm {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ConfirmForm(props: TypedConfirmProps) {
  const { onClose, icon, title, children, choice, word, reasonLabel, action, onConfirm } = props;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const isReady = typed === word && (reasonLabel === undefined || reason.trim() !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onConfirm(reason.trim()).then(onClose, (error: unknown) => setProblem(errorText(error)));
      }}
    >
      <div className="dialog-body">
        <Dialog.Title className="dialog-title">
          {icon}
          {title}
        </Dialog.Title>
        <Dialog.Description>{children}</Dialog.Description>
        {choice}
        {reasonLabel !== undefined && (
          <label className="field">
            <span className="label">{reasonLabel}</span>
            <input
              className="input"
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
        <label className="field">
          <span className="label">
            {componentTexts.typeWord} <code>{word}</code> {componentTexts.toConfirm}
          </span>
          <input
            className="input mono"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {problem !== '' && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose}>{componentTexts.cancel}</Button>
        <Button type="submit" kind="danger" disabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  );
}
