export {
  listedFirstTab,
  projectQuery,
  useDefaultProject,
  useProject,
  useProjects,
  useUpdateProject,
} from './api.ts'
export {
  DeleteProjectDialog,
  EDIT_PROJECT,
  EditProjectDialog,
  NEW_PROJECT,
  NewProjectDialog,
  ProjectPicker,
  ProjectSharingDialog,
} from './dialogs.ts'
export { newChat } from './new-chat.ts'
export { DEFAULT_NAME, isProvisionalName } from './provisional-name.ts'
export { useSharingWord } from './shared.ts'
export type { PickedProject } from './project-picker.tsx'
export { useShownProject } from './use-shown-project.ts'
export { ProjectMenuItems, ProjectTitle } from './project-title.tsx'
export { ProjectsByTime } from './projects-by-time.tsx'
export { ProjectSearch } from './projects-by-time-search.tsx'
