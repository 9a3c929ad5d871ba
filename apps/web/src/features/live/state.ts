import { useQueryClient } from '@tanstack/react-query'
import type { LiveState } from '#lib/live.ts'
import { perPage } from '#lib/per-page.ts'
import { createStore, useStore } from '#lib/store.ts'

/** The state of the page's live stream. */
export const liveStateOf = perPage(() => createStore<LiveState>('initializing'))

/** Returns the state of the live stream, for whoever shows it. */
export const useLiveState = (): LiveState => useStore(liveStateOf(useQueryClient()))
