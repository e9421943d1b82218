import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export interface DisclosureProps {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly onOpen?: () => void;
  /** Initially open. */
  readonly isOpen?: boolean;
}

export function Disclosure({ title, note, children, onOpen, isOpen = false }: DisclosureProps) {
  return (
    <Collapsible.Root
      className="fold"
      defaultOpen={isOpen}
      onOpenChange={(isNowOpen) => isNowOpen && onOpen?.()}
    >
      <Collapsible.Trigger className="disclosure">
        <ChevronRight className="i chevron" aria-hidden />
        {title}
        {note !== undefined && <span className="end">{note}</span>}
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}
