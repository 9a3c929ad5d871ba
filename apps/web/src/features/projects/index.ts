export {
  hasOverview,
  listedFirstTab,
  OVERVIEW_TAB,
  projectQuery,
  useActivity,
  useDefaultProject,
  useProject,
  useProjects,
} from './api.ts'
export { ProjectsByTime, ProjectSearch } from './by-time/index.ts'
export {
  DeleteProjectDialog,
  EDIT_PROJECT,
  EditProjectDialog,
  NEW_PROJECT,
  NewProjectDialog,
  ProjectSharingDialog,
} from './dialogs/index.ts'
export { type ChatMaker, createChat, nameAfter, newChat } from './new-chat/index.ts'
export { type PickedProject, ProjectPicker } from './picker/index.ts'
export { type ChosenPlace, PlaceField, useChosenProject } from './place/index.ts'
export { ProjectMenuItems, ProjectTitle } from './title/index.ts'
export { useSharingWord } from './use-sharing-word.ts'
export { useShownProject } from './use-shown-project.ts'
