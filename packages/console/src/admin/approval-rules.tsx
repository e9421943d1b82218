import { Users } from 'lucide-react';
import { useState } from 'react';
import { approvalRuleList, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../api.ts';
import { adminTexts } from './texts.ts';
import { pendingTexts } from '../pending/texts.ts';
import { RowLine } from '../ui/row-line.tsx';
import { useGet } from '../session/use-get.ts';
import { RemoveButton } from '../ui/confirm-button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { AddButton, AdminCard } from '../ui/admin-card.tsx';
import { ProjectField } from '../pending/project-field.tsx';
import { PendingHere } from '../pending/pending-here.tsx';
import { usePendingActs } from '../pending/pending-query.ts';
import { whereText } from '../pending/people-query.ts';
import { useAct } from '../pending/use-act.ts';

const texts = adminTexts.rules;
const key = 'approval-rules';

export interface ApprovalRulesProps {
  readonly who: TeamWho;
  readonly isAdmin: boolean;
  readonly onAdd: () => void;
}

/** The number of approvals for a rule's asks, their deadline, and when others are notified. */
export function ApprovalRules({ who, isAdmin, onAdd }: ApprovalRulesProps) {
  const act = useAct(key);
  const { data } = useGet(key, approvalRuleList, '/v1/approval-rules');
  const removing = (usePendingActs(who).data?.acts ?? [])
    .filter(({ act: name }) => name === 'approval-rule.remove')
    .map(({ subject }) => subject);
  return (
    <AdminCard
      texts={texts}
      isEmpty={data?.rules.length === 0}
      {...(isAdmin ? { end: <AddButton label={texts.add} onAdd={onAdd} /> } : {})}
    >
      <ul>
        {data?.rules.map(({ id, rule, project, quorum, answerMinutes, escalateMinutes }) => (
          <RowLine
            key={id}
            icon={Users}
            sub={`${texts.needs(quorum, answerMinutes)}${escalateMinutes === null ? '' : texts.escalates(escalateMinutes)}`}
            end={
              removing.includes(id) ? (
                <span className="tag ask">{pendingTexts.pending}</span>
              ) : (
                isAdmin && (
                  <RemoveButton
                    name={texts.removeName(visible(rule))}
                    question={texts.askRemove(visible(rule))}
                    words={texts.removeWords}
                    onYes={() =>
                      void act(() => send('DELETE', `/v1/approval-rules/${id}`), texts.removed(visible(rule)))
                    }
                  />
                )
              )
            }
          >
            <code>{visible(rule)}</code> <span className="dim">{whereText(who, project)}</span>
          </RowLine>
        ))}
      </ul>
      <PendingHere who={who} kinds={['approval-rule.add', 'approval-rule.remove']} />
    </AdminCard>
  );
}

export function RuleSheet({ who, onClose }: { readonly who: TeamWho; readonly onClose: () => void }) {
  const act = useAct(key);
  const [rule, setRule] = useState('');
  const [project, setProject] = useState<string | null>(null);
  const [quorum, setQuorum] = useState('2');
  const [answer, setAnswer] = useState('60');
  const [escalate, setEscalate] = useState('');
  async function submit(): Promise<void> {
    const body = {
      project,
      rule: rule.trim(),
      quorum: Number(quorum),
      answerMinutes: Number(answer),
      escalateMinutes: escalate === '' ? null : Number(escalate),
    };
    if (await act(() => send('POST', '/v1/approval-rules', body), texts.added(rule.trim()))) onClose();
  }
  return (
    <FormSheet
      title={texts.addTitle}
      onClose={onClose}
      save={texts.save}
      isIncomplete={rule.trim() === ''}
      onSubmit={submit}
    >
      <TextField label={texts.rule} className="mono" value={rule} hint={texts.ruleHint} onChange={setRule} />
      <ProjectField label={texts.where} who={who} project={project} onChange={setProject} />
      <SelectField
        label={texts.quorum}
        value={quorum}
        options={['1', '2', '3', '4', '5'].map((each) => ({
          value: each,
          title: texts.people(Number(each)),
        }))}
        onChange={setQuorum}
      />
      <TextField
        label={texts.answer}
        inputMode="numeric"
        pattern="[1-9]\d{0,4}"
        value={answer}
        onChange={setAnswer}
      />
      <TextField
        label={texts.escalate}
        inputMode="numeric"
        pattern="[1-9]\d{0,4}"
        value={escalate}
        hint={texts.escalateHint}
        onChange={setEscalate}
      />
    </FormSheet>
  );
}
