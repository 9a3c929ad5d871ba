// Handles live events about custom instructions.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveHandler } from '../live/index.ts'
import { custInstKeys } from './keys.ts'

export const custInstsLive: LiveHandler = {
  on: { [LIVE.instructions]: (page) => refetch(page, custInstKeys.all) },
  onOpen(page, first) {
    if (!first) refetch(page, custInstKeys.all)
  },
}
