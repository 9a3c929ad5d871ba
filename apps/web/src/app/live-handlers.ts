// The handlers of live events, loaded after the first paint. Each feature adds a line; most kinds of items declare their events.
import { announcementsLive } from '#features/announcements/live.ts'
import { bookmarksLive } from '#features/bookmarks/live.ts'
import { compareLive } from '#features/compare/live.ts'
import { conversationLive } from '#features/conversation/live.ts'
import { goldenSetsLive } from '#features/goldensets/live.ts'
import type { ItemKind } from '#features/items/index.ts'
import { itemKeys } from '#features/items/keys.ts'
import { ideasLive } from '#features/ideas/live.ts'
import type { LiveHandler, LivePage } from '#features/live/index.ts'
import { modelsLive } from '#features/models/live.ts'
import { notificationsLive } from '#features/notifications/live.ts'
import { projectsLive } from '#features/projects/live.ts'
import { promptsLive } from '#features/prompts/live.ts'
import { providersLive } from '#features/providers/live.ts'
import { publicationsLive } from '#features/publications/live.ts'
import { replayLive } from '#features/replay/live.ts'
import { settingsLive } from '#features/settings/live.ts'
import { tabsLive } from '#features/tabs/live.ts'
import { ITEM_KINDS } from './item-kinds.ts'

export const LIVE_HANDLERS: readonly LiveHandler[] = [
  projectsLive,
  tabsLive,
  conversationLive,
  compareLive,
  replayLive,
  modelsLive,
  providersLive,
  promptsLive,
  ideasLive,
  goldenSetsLive,
  publicationsLive,
  notificationsLive,
  announcementsLive,
  bookmarksLive(ITEM_KINDS.flatMap(({ live }) => live.codes)),
  settingsLive,
  ...ITEM_KINDS.map(liveOf),
]

/** Returns the handler that refetches all data of a kind on its live events, and after an interruption of the stream. */
function liveOf({ noun, live }: ItemKind): LiveHandler {
  if (live.hasHandler) return { on: {} }
  const refetchAll = ({ refresh }: LivePage) => refresh.ask({ queryKey: itemKeys(noun).all }, live.gapMs)
  return {
    on: Object.fromEntries(live.codes.map((code) => [code, refetchAll])),
    onOpen(page, first) {
      if (!first) refetchAll(page)
    },
  }
}
