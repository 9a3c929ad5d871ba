import { createContext, use } from 'react'

interface ProjectName {
  renaming: boolean
  rename: () => void
  endRenaming: () => void
  /** Whether the name on the page of the project is in view; the top bar then does not repeat it. */
  inView: boolean
  setInView: (inView: boolean) => void
}

export const ProjectNameContext = createContext<ProjectName | null>(null)

/** Returns the state of a project's name, which the page of the project shows itself. */
export function useProjectName(): ProjectName {
  const name = use(ProjectNameContext)
  if (!name) throw new Error('useProjectName needs a project')
  return name
}
