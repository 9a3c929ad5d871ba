// Handles live events about saved prompts.
import { LIVE } from '@polylogue/contract/browser'
import type { Query } from '@tanstack/react-query'
import { itemKeys } from '#features/items/keys.ts'
import { labelKeys } from '#features/labels/keys.ts'
import { refetch, type LiveData, type LiveHandler, type LivePage } from '#features/live/index.ts'
import type { FoundPrompts } from './api.ts'

const KEYS = itemKeys('prompts')

/** Minimum time between two refetches because of uses: many people may use a prompt at once. */
const USES_MS = 3_000

const refetchAll = (page: LivePage) => {
  refetch(page, KEYS.all)
  refetch(page, labelKeys.all)
}

/** Refetches everything on a change; on a use only what shows the figures of that prompt. */
function onPrompts(page: LivePage, { what, promptId }: LiveData): void {
  if (what !== 'used') return refetchAll(page)
  const shows = ({ queryKey, state }: Query) =>
    queryKey[1] === 'one'
      ? queryKey[2] === promptId
      : queryKey[1] === 'list' &&
        (state.data as Partial<FoundPrompts> | undefined)?.prompts?.some(({ id }) => id === promptId) === true
  const shown = page.cache.getQueryCache().findAll({ queryKey: KEYS.all, predicate: shows })
  for (const { queryKey } of shown) page.refresh.ask({ queryKey }, USES_MS)
}

export const promptsLive: LiveHandler = {
  on: { [LIVE.prompts]: onPrompts, [LIVE.promptShares]: refetchAll },
  onOpen(page, first) {
    if (!first) refetchAll(page)
  },
}
