import { FolderPlus } from 'lucide-react';
import { Empty } from './states.tsx';
import { teamTexts } from '../texts/team.ts';

/** Shown until an administrator creates a project. */
export function NoProject() {
  return (
    <Empty icon={FolderPlus} title={teamTexts.noProject.title}>
      {teamTexts.noProject.words} <code>{teamTexts.noProject.request}</code>.
    </Empty>
  );
}
