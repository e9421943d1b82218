import { useId, useRef, useState, type ReactNode } from 'react';
import { errorText } from '../format.ts';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';
import { componentTexts } from './texts.ts';

export interface FormSheetProps extends Pick<SheetProps, 'title' | 'onClose'> {
  readonly save: string;
  readonly isIncomplete?: boolean;
  /** Stays open to show the result. */
  readonly staysOpen?: boolean;
  /** An error is shown below the fields. */
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A sheet with a single form, and its buttons in the footer. */
export function FormSheet(props: FormSheetProps) {
  const { title, onClose, save, isIncomplete, staysOpen, onSubmit, children } = props;
  const form = useId();
  const [problem, setProblem] = useState('');
  const isSending = useRef(false);
  async function submit(): Promise<void> {
    // A second click would make a second token, and show one of the two.
    if (isSending.current) return;
    isSending.current = true;
    setProblem('');
    try {
      await onSubmit();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      isSending.current = false;
    }
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <div className="end">
          <Button onClick={onClose}>
            {staysOpen === true ? componentTexts.close : componentTexts.cancel}
          </Button>
          <Button kind="primary" type="submit" form={form} disabled={isIncomplete === true}>
            {save}
          </Button>
        </div>
      }
    >
      <form
        id={form}
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <ProblemNotice text={problem} />
      </form>
    </Sheet>
  );
}
