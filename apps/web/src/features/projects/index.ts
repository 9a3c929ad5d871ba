export {
  hasOverview,
  inWordsOf,
  listedFirstTab,
  OVERVIEW_TAB,
  projectQuery,
  useActivity,
  useDefaultProject,
  useProject,
  useProjects,
  useShownProject,
} from './api.ts'
export { ArchiveLine } from './archive/archive-line.tsx'
export { ProjectsByTime } from './by-time/projects-by-time.tsx'
export { ProjectSearch } from './by-time/project-search.tsx'
export {
  DeleteProjectDialog,
  EDIT_PROJECT,
  EditProjectDialog,
  NEW_PROJECT,
  NewProjectDialog,
  ProjectSharingDialog,
} from './dialogs/index.ts'
export { type ChatMaker, createChat, newChat } from './new-chat/new-chat.ts'
export { nameAfter } from './new-chat/name-after.ts'
export { type PickedProject, ProjectPicker } from './picker/project-picker.tsx'
export { PlaceField } from './place/place-field.tsx'
export { type ChosenPlace, useChosenProject } from './place/use-chosen-project.ts'
export { ProjectMenuItems, ProjectTitle } from './title/project-title.tsx'
export { useSharingWord } from './use-sharing-word.ts'
