import { Popover } from '@base-ui/react/popover';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { savedViews, type SavedViews } from '@permesso/protocol/console/activity';
import { visible } from '@permesso/protocol/text/show-text';
import { get, post } from '../api.ts';
import { errorText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { noFilter, viewSearch, type ActivityPlace } from './address.ts';

const key = ['views'];

type View = SavedViews['views'][number];

interface ViewChange {
  readonly path: string;
  readonly body: object;
  readonly said: string;
  readonly onUndo?: () => void;
}

/** Filters under a name: show one, keep what is shown now, or remove one (with undo). */
export function ViewsMenu({ address, go }: ActivityPlace) {
  const client = useQueryClient();
  const say = useToasts();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ queryKey: key, queryFn: () => get(savedViews, '/api/views') });
  const views = data?.views ?? [];

  async function change({ path, body, said, onUndo }: ViewChange): Promise<void> {
    try {
      client.setQueryData(key, await post(savedViews, path, body));
      say({ text: said, ...(onUndo === undefined ? {} : { onUndo }) });
    } catch (error) {
      say({ text: errorText(error), isProblem: true });
    }
  }
  function remove(view: View): void {
    const { name } = view;
    void change({
      path: '/api/views/remove',
      body: { name },
      said: `View ${name} removed`,
      onUndo: () => void change({ path: '/api/views', body: view, said: `View ${name} is back` }),
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
    void change({
      path: '/api/views',
      body: { name, search: viewSearch(address) },
      said: `View ${name} saved`,
    });
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="btn plain" aria-label="Saved views">
        <Bookmark className="i" aria-hidden />
        <span className="hide-phone">Views</span>
        <ChevronDown className="i" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating" align="end" sideOffset={4}>
          <Popover.Popup className="menu views" aria-label="Saved views">
            {views.length === 0 && <p className="menu-title">No view was saved yet.</p>}
            <ul>
              {views.map((view) => (
                <li key={view.name} className="view">
                  <button type="button" className="menu-item" onClick={() => show(view)}>
                    <span className="cut">{visible(view.name)}</span>
                  </button>
                  <Button
                    kind="ghost"
                    isIcon
                    isSmall
                    aria-label={`Remove the view ${visible(view.name)}`}
                    onClick={() => remove(view)}
                  >
                    <Trash2 className="i" aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
            <form className="view-form" onSubmit={save}>
              <label className="input">
                <input
                  name="name"
                  aria-label="Name of the view"
                  placeholder="Name what is shown"
                  maxLength={80}
                />
              </label>
              <Button type="submit">Save</Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
