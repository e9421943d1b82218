import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { componentTexts } from './texts.ts';

export interface ConfirmButtonProps {
  readonly label: ReactNode;
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  /** Where the label alone does not say what it is about. */
  readonly name?: string;
  readonly question: string;
  /** What happens then, and to whom. */
  readonly words: string;
  /** On the button that does it: the label when absent. */
  readonly action?: ReactNode;
  readonly onYes: () => void;
}

/** A button for what concerns everybody: it asks once more, and Escape is no. */
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

/** For one thing of a list. */
export function RemoveButton(
  props: Omit<ConfirmButtonProps, 'label' | 'kind' | 'isSmall' | 'isDisabled'> & { readonly label?: string },
) {
  return <ConfirmButton isSmall kind="danger-quiet" label={componentTexts.remove} {...props} />;
}
