// The handlers of live events, loaded after the first paint. Each feature adds a line.
import { compareLive } from '../features/compare/live.ts'
import { conversationLive } from '../features/conversation/live.ts'
import { custInstsLive } from '../features/custinsts/live.ts'
import { datasourcesLive } from '../features/datasources/live.ts'
import { goldenSetsLive } from '../features/goldensets/live.ts'
import { ideasLive } from '../features/ideas/live.ts'
import type { LiveHandler } from '../features/live/index.ts'
import { modelsLive } from '../features/models/live.ts'
import { projectsLive } from '../features/projects/live.ts'
import { promptsLive } from '../features/prompts/live.ts'
import { providersLive } from '../features/providers/live.ts'
import { publicationsLive } from '../features/publications/live.ts'
import { replayLive } from '../features/replay/live.ts'
import { tabsLive } from '../features/tabs/live.ts'

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
  datasourcesLive,
  custInstsLive,
  goldenSetsLive,
  publicationsLive,
]
