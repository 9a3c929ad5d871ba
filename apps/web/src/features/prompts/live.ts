// Handles live events about saved prompts.
import { LIVE } from '@polylogue/contract/browser'
import { labelKeys } from '../labels/keys.ts'
import { refetch, type LiveHandler, type LivePage } from '../live/index.ts'
import { promptKeys } from './keys.ts'

const refetchAll = (page: LivePage) => {
  refetch(page, promptKeys.all)
  refetch(page, labelKeys.all)
}

export const promptsLive: LiveHandler = {
  on: { [LIVE.prompts]: refetchAll, [LIVE.promptShares]: refetchAll },
  onOpen(page, first) {
    if (!first) refetchAll(page)
  },
}
