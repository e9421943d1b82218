/** Windsurf has a hook for each kind of tool, and tells what matters in one field. */
interface EventRow {
  readonly event: string;
  readonly ours: string;
  readonly field: string;
  readonly as: string;
}

const rows: readonly EventRow[] = [
  { event: 'pre_run_command', ours: 'Bash', field: 'command_line', as: 'command' },
  { event: 'pre_read_code', ours: 'Read', field: 'file_path', as: 'file_path' },
  { event: 'pre_write_code', ours: 'Edit', field: 'file_path', as: 'file_path' },
];

export const windsurfTools: ReadonlyMap<string, EventRow> = new Map(rows.map((row) => [row.event, row]));
