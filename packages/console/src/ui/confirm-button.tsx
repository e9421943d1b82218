import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { componentTexts } from './texts.ts';

export interface ConfirmButtonProps {
  readonly label: ReactNode;
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  /** An accessible name, if the label alone is ambiguous. */
  readonly name?: string;
  readonly question: string;
  /** The consequences, and for whom. */
  readonly words: string;
  /** The confirming button's label; the label when absent. */
  readonly action?: ReactNode;
  readonly onYes: () => void;
}

/** A button that asks for confirmation; Escape cancels. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, kind = 'plain', isSmall, isDisabled, name, question, words, action = label, onYes } = props;
  const [isOpen, setOpen] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger
        render={
          <Button kind={kind} isSmall={isSmall === true} aria-label={name}>
            {label}
          </Button>
        }
        disabled={isDisabled === true}
      />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog popup" initialFocus={yes}>
          <div className="dialog-body">
            <AlertDialog.Title className="dialog-title">{question}</AlertDialog.Title>
            <AlertDialog.Description>{words}</AlertDialog.Description>
          </div>
          <div className="dialog-foot">
            <AlertDialog.Close render={<Button>{componentTexts.cancel}</Button>} />
            <AlertDialog.Close
              render={
                <Button ref={yes} kind={kind === 'primary' ? 'primary' : 'danger'} onClick={onYes}>
                  {action}
                </Button>
              }
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** For one item of a list. */
export function RemoveButton(
  props: Omit<ConfirmButtonProps, 'label' | 'kind' | 'isSmall' | 'isDisabled'> & { readonly label?: string },
) {
  return <ConfirmButton isSmall kind="danger-quiet" label={componentTexts.remove} {...props} />;
}
