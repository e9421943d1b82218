import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { madeToken, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { adminTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { SecretOnce } from './secret-once.tsx';

const texts = adminTexts.token;
const lives = ['1', '7', '30', '90', '366'] as const;

/** Creates an own token: with one of the person's roles, for some days. */
export function NewToken({ who, queryKey }: { readonly who: TeamWho; readonly queryKey: string }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState('viewer');
  const [days, setDays] = useState<string>('30');
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>();
  const [problem, setProblem] = useState('');
  const held = [...new Set(['viewer', ...who.roles.map((each) => each.role)])];
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      const { token } = await post(madeToken, '/v1/tokens', {
        name: name.trim(),
        roles: [role],
        days: Number(days),
      });
      setMade({ name: name.trim(), token });
      setName('');
      setProblem('');
      await client.invalidateQueries({ queryKey: [queryKey] });
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  return (
    <form className="form-line" onSubmit={(event) => void submit(event)}>
      <TextField label={texts.name} value={name} maxLength={200} onChange={setName} />
      <SelectField
        label={texts.role}
        value={role}
        options={held.map((each) => ({ value: each, title: each }))}
        onChange={setRole}
      />
      <SelectField
        label={texts.life}
        value={days}
        options={lives.map((each) => ({ value: each, title: texts.days(Number(each)) }))}
        onChange={setDays}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {texts.make}
      </Button>
      <ProblemNotice text={problem} />
      {made !== undefined && <SecretOnce name={texts.made(visible(made.name))} secret={made.token} />}
    </form>
  );
}
