export { lastManifest } from './held-bundle.ts';
export { lockFile } from './lock-file.ts';
export { CannotWrite, checkWritable, makeFolder, missingFolders } from './make-folder.ts';
export { type Membership, readMembership, teamDirectory } from './membership.ts';
export { packageAround, targetOf } from './package-around.ts';
export { type PolicyTarget, findPolicyFiles, policyTarget } from './policy-files.ts';
export { readFreeze, removeFreeze, writeFreeze } from './policy-freeze.ts';
export { readRepository, realPath } from './policy-git.ts';
export { type PlaceOptions, type Places, findPlaces } from './policy-places.ts';
export { groupsName, isShippedFile, readShipped, shippedFiles, shippedNames } from './policy-presets.ts';
export { readTrust } from './policy-trust.ts';
export { isOpen, privateDirectory, namesInFolder, publicProblem, writePrivate } from './private-file.ts';
export { groupsFor, projectGroups, projectKinds } from './project-groups.ts';
export { errorCode, mayExist, readText, recordInText } from './read-text.ts';
export { replaceFile } from './replace-file.ts';
export { type ProgramPlaces, isRoots, systemFolders, systemProgram } from './system-program.ts';
export { type TrustFile, type TrustFileProblem, changeTrustFile, readTrustFile } from './trust-file.ts';
export {
  type CodeProject,
  changeTrustedCode,
  codeProject,
  projectFiles,
  readTrustedCode,
} from './trusted-code.ts';
export { withLock } from './with-lock.ts';
