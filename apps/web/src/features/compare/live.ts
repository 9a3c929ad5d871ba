// Handles live events about comparisons.
import { LIVE } from '@polylogue/contract/browser'
import { onMessageChange, projectEventOf } from '#features/runs/index.ts'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { compareKeys } from './keys.ts'

export const compareLive: LiveHandler = {
  on: {
    [LIVE.project](page, data) {
      const event = projectEventOf(data)
      if (event.projectId === 0) return
      if (event.what === 'asked') refetch(page, compareKeys.of(event.projectId))
      onMessageChange(page.cache, event, () => refetch(page, compareKeys.allCompared))
    },
  },
  onOpen(page, first) {
    if (!first) refetch(page, compareKeys.allCompared)
  },
}
