import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Hourglass, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { componentTexts } from './texts.ts';

const shownMs = 8000;

export interface ToastMessage {
  readonly text: string;
  readonly isProblem?: boolean;
  /** It awaits another person. */
  readonly isPending?: boolean;
  /** Offered for some seconds. */
  readonly onUndo?: () => void;
}

/** Shows a toast; the returned function removes it. */
export function useToasts(): (said: ToastMessage) => () => void {
  const { add, close } = Toast.useToastManager();
  return ({ text, isProblem, isPending, onUndo }) => {
    const id: string = add({
      title: text,
      type: isProblem === true ? 'problem' : isPending === true ? 'pending' : 'done',
      timeout: shownMs,
      ...(onUndo === undefined
        ? {}
        : {
            actionProps: {
              children: (
                <>
                  <Undo2 className="i" aria-hidden />
                  {componentTexts.undo}
                </>
              ),
              onClick: () => {
                onUndo();
                close(id);
              },
            },
          }),
    });
    return () => close(id);
  };
}

export function Toasts({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider timeout={shownMs}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Content className="toast-content">
        <ToastIcon type={toast.type} />
        {/* Labels the dialog, but is not a heading. */}
        <Toast.Title render={<p />} />
        <Toast.Action className="btn small" />
        <Toast.Close className="btn icon ghost small" aria-label={componentTexts.close}>
          <X className="i" aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function ToastIcon({ type }: { readonly type: string | undefined }) {
  if (type === 'problem') return <CircleX className="i bad" aria-hidden />;
  if (type === 'pending') return <Hourglass className="i warn" aria-hidden />;
  return <CircleCheck className="i ok" aria-hidden />;
}
