import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuietHours } from '@permesso/protocol/console';
import { send } from '../../api.ts';
import { quietTexts as texts } from './texts.ts';
import { FormSheet } from '../../ui/form-sheet.tsx';
import { isComplete, QuietFields } from './quiet-fields.tsx';
import { usualHours } from './quiet-words.ts';
import './quiet-hours.css';

export interface QuietSheetProps {
  readonly title: string;
  readonly words: string;
  readonly hours: QuietHours | null;
  /** The URL to save to. */
  readonly path: string;
  /** Refreshed afterwards. */
  readonly queryKey: string;
  readonly onClose: () => void;
}

/** A target's quiet hours. */
export function QuietSheet({ title, words, hours, path, queryKey, onClose }: QuietSheetProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<QuietHours>(hours ?? usualHours);
  async function submit(): Promise<void> {
    await send('PUT', path, { hours: { ...draft, zone: draft.zone.trim() } });
    await client.invalidateQueries({ queryKey: [queryKey] });
    onClose();
  }
  return (
    <FormSheet
      title={title}
      onClose={onClose}
      save={texts.save}
      isIncomplete={!isComplete(draft)}
      onSubmit={submit}
    >
      <p className="prose">{words}</p>
      <QuietFields hours={draft} onChange={setDraft} />
    </FormSheet>
  );
}
