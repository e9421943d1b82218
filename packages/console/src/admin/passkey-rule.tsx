import { useQuery } from '@tanstack/react-query';
import { type PasskeySetting, passkeySetting } from '@permesso/protocol/console';
import { get } from '../api.ts';
import { signedRequest } from '../passkeys/signed-request.ts';
import { passkeyTexts } from '../passkeys/texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { AdminCard } from '../ui/admin-card.tsx';
import { useAct } from '../pending/use-act.ts';

const texts = passkeyTexts.rule;
const key = 'passkey-rule';
const path = '/v1/passkey-rule';

export interface PasskeyRuleProps {
  /** Who sits here: a passkey is shown for what they do. */
  readonly person: string;
  readonly isAdmin: boolean;
}

/** Who must show a passkey. */
export function PasskeyRule({ person, isAdmin }: PasskeyRuleProps) {
  const act = useAct(key);
  const { data } = useQuery({ queryKey: [key], queryFn: () => get(passkeySetting, path) });
  const isRequired = data?.rule === 'required';
  const put = (rule: PasskeySetting['rule']): Promise<PasskeySetting> =>
    signedRequest(passkeySetting, { method: 'PUT', path, body: { rule } }, { act: 'rule', subject: person });
  const change = isRequired
    ? ({
        label: texts.relax,
        question: texts.askRelax,
        words: texts.relaxWords,
        kind: 'danger-quiet',
      } as const)
    : ({
        label: texts.require,
        question: texts.askRequire,
        words: texts.requireWords,
        kind: 'plain',
      } as const);
  const done = isRequired ? texts.didRelax : texts.didRequire;
  return (
    <AdminCard texts={texts}>
      {data !== undefined && (
        <div className="row-line">
          <span>{isRequired ? texts.required : texts.whenRegistered}</span>
          {isAdmin && (
            <ConfirmButton
              isSmall
              {...change}
              action={change.label}
              onYes={() => void act(() => put(isRequired ? 'when-registered' : 'required'), done)}
            />
          )}
        </div>
      )}
    </AdminCard>
  );
}
