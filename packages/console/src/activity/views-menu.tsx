import { Popover } from '@base-ui/react/popover';
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { visible } from '@permesso/protocol/text';
import { errorText } from '../format.ts';
import { activityTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { noFilter, viewSearch, type ActivityPlace } from './address.ts';
import type { View, ViewStore } from './view-store.ts';

const texts = activityTexts.views;

interface ViewChange {
  readonly made: Promise<void>;
  readonly said: string;
  readonly onUndo?: () => void;
}

/** Named filters: show one, save the current one, or remove one (with undo). */
export function ViewsMenu({ address, go, store }: ActivityPlace & { readonly store: ViewStore }) {
  const say = useToasts();
  const [isOpen, setOpen] = useState(false);
  const { views } = store;
  // An undo may happen after other views were saved.
  const latest = useRef(store);
  latest.current = store;

  async function tell({ made, said, onUndo }: ViewChange): Promise<void> {
    try {
      await made;
      say({ text: said, ...(onUndo === undefined ? {} : { onUndo }) });
    } catch (error) {
      say({ text: errorText(error), isProblem: true });
    }
  }
  function remove(view: View): void {
    const { name } = view;
    void tell({
      made: store.remove(name),
      said: texts.removed(name),
      onUndo: () => void tell({ made: latest.current.save(view), said: texts.back(name) }),
    });
  }
  function show({ search }: View): void {
    setOpen(false);
    go({ ...noFilter, range: '', entry: '', ...Object.fromEntries(new URLSearchParams(search)) });
  }
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    if (name === '') return;
    event.currentTarget.reset();
    void tell({ made: store.save({ name, search: viewSearch(address) }), said: texts.saved(name) });
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="btn plain" aria-label={texts.label}>
        <Bookmark className="i" aria-hidden />
        <span className="hide-phone">{texts.title}</span>
        <ChevronDown className="i" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating" align="end" sideOffset={4}>
          <Popover.Popup className="menu views" aria-label={texts.label}>
            {views.length === 0 && <p className="menu-title">{texts.none}</p>}
            <ul>
              {views.map((view) => (
                <li key={view.name} className="view">
                  <button type="button" className="menu-item" onClick={() => show(view)}>
                    <span className="cut">{visible(view.name)}</span>
                  </button>
                  <Button
                    icon={Trash2}
                    kind="ghost"
                    isIcon
                    isSmall
                    aria-label={texts.remove(visible(view.name))}
                    onClick={() => remove(view)}
                  />
                </li>
              ))}
            </ul>
            <form className="view-form" onSubmit={save}>
              <label className="input">
                <input name="name" aria-label={texts.name} placeholder={texts.placeholder} maxLength={80} />
              </label>
              <Button type="submit">{texts.save}</Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
