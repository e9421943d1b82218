export interface TextAreaFieldProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text of several lines in a fixed font, named above. */
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
