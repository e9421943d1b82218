import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';

export interface FormSheetProps extends Pick<SheetProps, 'title' | 'onClose'> {
  /** What the button that leaves it says: `Cancel`, or `Close` where something made is shown in it. */
  readonly leave: string;
  readonly save: string;
  readonly isIncomplete?: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A sheet that is one form, with its buttons in the foot. */
export function FormSheet({ title, onClose, leave, save, isIncomplete, onSubmit, children }: FormSheetProps) {
  const form = useId();
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <div className="end">
          <Button onClick={onClose}>{leave}</Button>
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
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Sheet>
  );
}
