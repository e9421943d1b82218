import { FolderPlus } from 'lucide-react';
import { Empty } from '../ui/states.tsx';

/** Nothing to look at before an administrator has made a project. */
export function NoProject() {
  return (
    <Empty icon={FolderPlus} title="There is no project yet that you may look at">
      An administrator adds one with <code>POST /v1/projects</code>.
    </Empty>
  );
}
