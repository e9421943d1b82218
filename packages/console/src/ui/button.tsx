import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonKind = 'plain' | 'primary' | 'ghost' | 'danger' | 'danger-quiet' | 'freeze';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  /** Only an icon: it needs an `aria-label`. */
  readonly isIcon?: boolean;
  readonly icon?: LucideIcon;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

/** One primary button per region of the screen; actions on the right, destructive ones left of the primary. */
export function Button(props: ButtonProps) {
  const { kind = 'plain', isSmall, isIcon, icon: Icon, className, children, ...rest } = props;
  const names = ['btn', kind, isSmall === true && 'small', isIcon === true && 'icon', className];
  return (
    <button type="button" {...rest} className={names.filter(Boolean).join(' ')}>
      {Icon !== undefined && <Icon className="i" aria-hidden />}
      {children}
    </button>
  );
}
