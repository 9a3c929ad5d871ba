// Live events of providers; events about models also refetch them (models/deployment/events.ts).
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { providerKeys } from './keys.ts'

export const providersLive: LiveHandler = {
  on: {},
  onOpen(page, first) {
    if (!first) refetch(page, providerKeys.all)
  },
}
