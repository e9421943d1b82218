export interface TextAreaFieldProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled multi-line text in a fixed-width font. */
export function TextAreaField({ label, rows, value, onChange }: TextAreaFieldProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <textarea
        className="editor-area"
        rows={rows}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
