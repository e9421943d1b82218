import { useState } from 'react';
import { send } from '../../api.ts';
import type { SheetPartProps } from '../../plugin.ts';
import { streamTexts as texts } from './texts.ts';
import { SegmentedField } from '../../ui/fields/segmented-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { FormSheet } from '../../ui/form-sheet.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useAct } from '../../pending/use-act.ts';

type StreamKind = 'otlp' | 'splunk' | 'syslog' | 's3';

interface StreamField {
  readonly name: keyof typeof texts.fields;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
}

const fieldsOf: Readonly<Record<StreamKind, readonly StreamField[]>> = {
  otlp: [{ name: 'url' }, { name: 'authorization', isSecret: true, isOptional: true }],
  splunk: [{ name: 'url' }, { name: 'token', isSecret: true }, { name: 'index', isOptional: true }],
  syslog: [{ name: 'host' }, { name: 'port' }],
  s3: [
    { name: 'url' },
    { name: 'bucket' },
    { name: 'region' },
    { name: 'prefix', isOptional: true },
    { name: 'accessKey' },
    { name: 'secretKey', isSecret: true },
  ],
};

/** Adds a target for entries. The server seals the secrets and never shows them again. */
export function StreamSheet({ onClose }: SheetPartProps) {
  const act = useAct('streams');
  const [kind, setKind] = useState<StreamKind>('otlp');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [from, setFrom] = useState<'now' | 'start'>('now');
  const fields = fieldsOf[kind];
  const isReady = fields.every(({ name, isOptional }) => isOptional === true || (values[name] ?? '') !== '');
  async function submit(): Promise<void> {
    const given = fields.flatMap(({ name }) => {
      const value = (values[name] ?? '').trim();
      return value === '' ? [] : [[name, name === 'port' ? Number(value) : value] as const];
    });
    const target = { kind, ...Object.fromEntries(given) };
    if (await act(() => send('POST', '/v1/streams', { target, fromStart: from === 'start' }), texts.added))
      onClose();
  }
  return (
    <FormSheet
      title={texts.addTitle}
      onClose={onClose}
      save={texts.save}
      isIncomplete={!isReady}
      onSubmit={submit}
    >
      <SelectField
        label={texts.kind}
        value={kind}
        options={(['otlp', 'splunk', 'syslog', 's3'] as const).map((each) => ({
          value: each,
          title: texts.kinds[each] ?? each,
        }))}
        onChange={(chosen) => setKind(chosen as StreamKind)}
      />
      {fields.map(({ name, isSecret, isOptional }) => (
        <TextField
          key={`${kind} ${name}`}
          label={isOptional === true ? texts.optional(texts.fields[name]) : texts.fields[name]}
          type={isSecret === true ? 'password' : 'text'}
          value={values[name] ?? ''}
          onChange={(value) => setValues((now) => ({ ...now, [name]: value }))}
        />
      ))}
      <SegmentedField
        label={texts.from}
        value={from}
        segments={[
          { value: 'now', title: texts.fromNow },
          { value: 'start', title: texts.fromStart },
        ]}
        onChange={setFrom}
      />
    </FormSheet>
  );
}
