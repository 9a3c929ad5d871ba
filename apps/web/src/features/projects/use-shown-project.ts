import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { projectKeys } from './keys.ts'

/** Returns the project of the page; undefined on other pages and until it is loaded. */
export function useShownProject(): Project | undefined {
  const id = Number(useMatch('/projects/:id')?.params.id ?? 0)
  return useQueryClient().getQueryData<Project>(projectKeys.one(id))
}
