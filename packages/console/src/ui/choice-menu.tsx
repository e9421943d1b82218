import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

export interface MenuChoice {
  readonly value: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
}

export interface ChoiceGroup {
  readonly title?: string;
  readonly value: string;
  readonly choices: readonly MenuChoice[];
  readonly onChange: (value: string) => void;
}

export interface ChoiceMenuProps {
  readonly trigger: ReactElement;
  readonly groups: readonly ChoiceGroup[];
  readonly align?: 'start' | 'end';
}

/** A menu of grouped choices; the current one is marked. */
export function ChoiceMenu({ trigger, groups, align = 'start' }: ChoiceMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className="floating" align={align} sideOffset={4}>
          <Menu.Popup className="menu scrolls">
            {groups
              .filter(({ choices }) => choices.length > 0)
              .map(({ title, value, choices, onChange }, at) => (
                <Menu.RadioGroup
                  key={title ?? at}
                  value={value}
                  onValueChange={(chosen) => onChange(String(chosen))}
                >
                  {title !== undefined && <Menu.GroupLabel className="menu-title">{title}</Menu.GroupLabel>}
                  {choices.map((choice) => (
                    <Menu.RadioItem
                      key={choice.value}
                      className="menu-item"
                      value={choice.value}
                      closeOnClick
                    >
                      <span className="menu-mark">
                        <Menu.RadioItemIndicator>
                          <Check className="i" aria-hidden />
                        </Menu.RadioItemIndicator>
                      </span>
                      <span className="cut">{choice.title}</span>
                      {choice.note !== undefined && <span className="end">{choice.note}</span>}
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
