export { ProjectMenuItems, ProjectTitle } from './project-title.tsx'
