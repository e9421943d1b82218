import { type PasskeySetting, passkeySetting } from '@permesso/protocol/console';
import type { PlaceProps } from '../../plugin.ts';
import { signedRequest } from './signed-request.ts';
import { passkeyTexts } from './texts.ts';
import { useGet } from '../../session/use-get.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { AdminCard } from '../../ui/admin-card.tsx';
import { useAct } from '../../pending/use-act.ts';

const texts = passkeyTexts.rule;
const key = 'passkey-rule';
const path = '/v1/passkey-rule';

/** The rule for who must use a passkey. */
export function PasskeyRule({ person, isAdmin }: PlaceProps['settings']) {
  const act = useAct(key);
  const { data } = useGet(key, passkeySetting, path);
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
              onYes={() => void act(() => put(isRequired ? 'when-registered' : 'required'), done)}
            />
          )}
        </div>
      )}
    </AdminCard>
  );
}
