import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { componentTexts } from './texts.ts';

export interface SheetProps {
  readonly title: string;
  /** Beside the title: its subject's state. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Secondary left, actions right. */
  readonly foot?: ReactNode;
}

/** A panel beside the page, which makes room for it; on a phone a full screen. */
export function Sheet({ title, note, onClose, children, foot }: SheetProps) {
  return (
    <aside className="sheet" aria-label={title}>
      <div className="sheet-head">
        <Button
          icon={ArrowLeft}
          kind="ghost"
          isIcon
          isSmall
          className="phone-only"
          aria-label={componentTexts.back}
          onClick={onClose}
        />
        <h2 className="cut">{title}</h2>
        {note}
        <div className="end">
          <Button kind="ghost" isIcon aria-label={componentTexts.close} onClick={onClose}>
            <X className="i" aria-hidden />
          </Button>
        </div>
      </div>
      <div className="sheet-body" tabIndex={0} role="region" aria-label={componentTexts.content(title)}>
        {children}
      </div>
      {foot !== undefined && <div className="sheet-foot">{foot}</div>}
    </aside>
  );
}
