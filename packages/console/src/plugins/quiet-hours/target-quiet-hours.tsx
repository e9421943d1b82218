import { useSearch } from '@tanstack/react-router';
import { Moon } from 'lucide-react';
import { targetList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import type { PlaceProps, SheetPartProps } from '../../plugin.ts';
import { useGet } from '../../session/use-get.ts';
import { Button } from '../../ui/button.tsx';
import { QuietSheet } from './quiet-sheet.tsx';
import { windowTexts } from './quiet-words.ts';
import { quietTexts as texts } from './texts.ts';

/** People set the hours of their own targets. */
export function TargetQuietHours({ target: { id, host, person }, onOpen }: PlaceProps['target']) {
  if (person !== null) return null;
  return (
    <Button
      icon={Moon}
      isSmall
      aria-label={texts.target(visible(host))}
      onClick={() => onOpen('quiet', { target: id })}
    >
      {texts.title}
    </Button>
  );
}

export function TargetQuietNote({ target: { quiet } }: PlaceProps['targetNote']) {
  return quiet !== null && <span className="sub">{texts.targetText(windowTexts(quiet).join('; '))}</span>;
}

/** For the target in the URL, once it is loaded. */
export function TargetQuietSheet({ onClose }: SheetPartProps) {
  const { target: id = '' }: { readonly target?: string } = useSearch({ strict: false });
  const { data } = useGet('hooks', targetList, '/v1/hooks');
  const found = data?.hooks.find((each) => each.id === id);
  if (found === undefined) return null;
  return (
    <QuietSheet
      key={id}
      title={texts.target(visible(found.host))}
      words={texts.targetWords}
      hours={found.quiet}
      path={`/v1/hooks/${id}/quiet-hours`}
      queryKey="hooks"
      onClose={onClose}
    />
  );
}
