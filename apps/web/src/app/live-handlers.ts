// The handlers of live events, loaded after the first paint. Each feature adds a line; most kinds of items declare their events.
import { announcementsLive } from '#features/announcements/live.ts'
import { compareLive } from '#features/compare/live.ts'
import { conversationLive } from '#features/conversation/live.ts'
import { goldenSetsLive } from '#features/goldensets/live.ts'
import { liveOf } from '#features/items/index.ts'
import { ideasLive } from '#features/ideas/live.ts'
import type { LiveHandler } from '#features/live/index.ts'
import { modelsLive } from '#features/models/live.ts'
import { notificationsLive } from '#features/notifications/live.ts'
import { projectsLive } from '#features/projects/live.ts'
import { promptsLive } from '#features/prompts/live.ts'
import { providersLive } from '#features/providers/live.ts'
import { publicationsLive } from '#features/publications/live.ts'
import { replayLive } from '#features/replay/live.ts'
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
  ...ITEM_KINDS.map(liveOf),
]
