import { type ComponentType, type JSX, Suspense } from 'react';
import type { ConsolePlugin, Place, PlaceProps, SheetPartProps } from '../plugin.ts';
import { plugins } from '../plugins/index.ts';
import { useSession } from '../session/session.ts';

/** The plug-ins enabled on this page's server. */
function useRunningPlugins(): readonly ConsolePlugin[] {
  const { who } = useSession();
  return who.mode === 'team' ? plugins.filter(({ name }) => who.plugins.includes(name)) : [];
}

export type PluginPartsProps<At extends Place> = { readonly at: At } & PlaceProps[At];

/** The enabled plug-ins' parts at one place, in list order. */
export function PluginParts<At extends Place>({ at, ...handed }: PluginPartsProps<At>) {
  const props = handed as unknown as PlaceProps[At] & JSX.IntrinsicAttributes;
  return useRunningPlugins().map(({ name, parts }) => {
    const Part: ComponentType<PlaceProps[At]> | undefined = parts?.[at];
    return (
      Part !== undefined && (
        <Suspense key={name} fallback={null}>
          <Part {...props} />
        </Suspense>
      )
    );
  });
}

export interface PluginSheetProps extends SheetPartProps {
  readonly page: keyof NonNullable<ConsolePlugin['sheets']>;
  readonly name: string | undefined;
}

/** The sheet in the URL, if an enabled plug-in has it. */
export function PluginSheet({ page, name = '', onClose }: PluginSheetProps) {
  const Part = useRunningPlugins().flatMap(({ sheets }) => sheets?.[page]?.[name] ?? [])[0];
  return (
    Part !== undefined && (
      <Suspense fallback={null}>
        <Part onClose={onClose} />
      </Suspense>
    )
  );
}
