import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type SavedViews, savedViews } from '@permesso/protocol/console';
import { get, post } from '../api.ts';
import { useSession } from '../session/session.ts';
import { activityTexts } from './texts.ts';

export type View = SavedViews['views'][number];

/** A store of named filters. */
export interface ViewStore {
  readonly views: readonly View[];
  /** Replaces one of the same name. */
  readonly save: (view: View) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

/** A person's views: in a file on this machine, or with a team server in this browser. */
export function useViews(): ViewStore {
  const { who } = useSession();
  const isLocal = who.mode === 'local';
  const onMachine = useMachineViews(isLocal);
  const inBrowser = useBrowserViews(isLocal ? '' : `${who.organisation} ${who.person}`);
  return isLocal ? onMachine : inBrowser;
}

function useMachineViews(enabled: boolean): ViewStore {
  const client = useQueryClient();
  const key = ['views'];
  const { data } = useQuery({ queryKey: key, queryFn: () => get(savedViews, '/api/views'), enabled });
  return {
    views: data?.views ?? [],
    save: async (view) => {
      client.setQueryData(key, await post(savedViews, '/api/views', view));
    },
    remove: async (name) => {
      client.setQueryData(key, await post(savedViews, '/api/views/remove', { name }));
    },
  };
}

const mostViews = 50;

function useBrowserViews(owner: string): ViewStore {
  const key = `permesso-views ${owner}`;
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)));
  function store(next: readonly View[]): void {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  }
  const without = (name: string): readonly View[] => views.filter((view) => view.name !== name);
  return {
    views,
    save: async (view) => {
      const next = [...without(view.name), view];
      if (next.length > mostViews) throw new Error(activityTexts.views.tooMany(mostViews));
      store(next);
    },
    remove: async (name) => store(without(name)),
  };
}

/** It may be from an older version, or edited: then there are no views. */
function readViews(text: string | null): readonly View[] {
  if (text === null) return [];
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter(isView) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isView(value: unknown): value is View {
  const { name, search } = (value ?? {}) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof search === 'string';
}
