import { BookOpenCheck, Box } from 'lucide-react';
import type { InboxItem } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import type { AnswerDraft } from './answer-draft.ts';

const offers = [
  { offer: 'hosts', icon: Box },
  { offer: 'sources', icon: BookOpenCheck },
] as const;

/**
 * Options that save the next ask too: opening closed hosts, if those alone keep the call from running sandboxed, or
 * trusting the sources that the session read, if they are the reason for asking.
 */
export function FurtherAnswers({ item, draft }: { readonly item: InboxItem; readonly draft: AnswerDraft }) {
  return offers.map(({ offer, icon: Icon }) => {
    const names = item[offer];
    if (names === undefined) return null;
    const texts = approvalsTexts[offer];
    const shown = names.map(visible).join(', ');
    return (
      <section className="section" key={offer}>
        <h2>{texts.title}</h2>
        <p className="prose">{texts.words(shown)}</p>
        <div className="acts">
          <Button icon={Icon} disabled={draft.isLocked} onClick={() => draft.takeFurther(offer)}>
            {texts.act(shown)}
          </Button>
        </div>
      </section>
    );
  });
}
