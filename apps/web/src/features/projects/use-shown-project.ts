import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { projectKeys } from './keys.ts'

/** The project that the page shows; undefined before it was fetched and on other pages. */
export function useShownProject(): Project | undefined {
  const id = Number(useMatch('/projects/:id')?.params.id ?? 0)
  return useQueryClient().getQueryData<Project>(projectKeys.one(id))
}
