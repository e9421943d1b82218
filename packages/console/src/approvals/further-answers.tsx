import { BookOpenCheck, Box } from 'lucide-react';
import type { InboxItem } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from '../texts/approvals.ts';
import { Button } from '../ui/button.tsx';
import type { AnswerDraft } from './answer-draft.ts';

/**
 * What would spare the next question too: closed hosts where they are all that the call lacks to run sandboxed, or the sources of
 * what the session read where they are why it is asked.
 */
export function FurtherAnswers({ item, draft }: { readonly item: InboxItem; readonly draft: AnswerDraft }) {
  const further = [
    { texts: approvalsTexts.hosts, names: item.hosts, icon: Box, take: draft.openHosts },
    { texts: approvalsTexts.sources, names: item.sources, icon: BookOpenCheck, take: draft.trustSources },
  ];
  return further.map(({ texts, names, icon: Icon, take }) => {
    if (names === undefined) return null;
    const shown = names.map(visible).join(', ');
    return (
      <section className="section" key={texts.title}>
        <h2>{texts.title}</h2>
        <p className="prose">{texts.words(shown)}</p>
        <div className="acts">
          <Button disabled={draft.isLocked} onClick={take}>
            <Icon className="i" aria-hidden />
            {texts.act(shown)}
          </Button>
        </div>
      </section>
    );
  });
}
