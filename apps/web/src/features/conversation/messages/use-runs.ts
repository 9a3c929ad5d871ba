// The runs of this page and the actions on them: ask, ask again, stop.
import type { Message, Project, PromptOptionValues, PromptPayload, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask, follow, useApi, type Api } from '#lib/api.ts'
import { seeEnd } from '#lib/seen-end.ts'
import { useStore } from '#lib/store.ts'
import { useTranslation } from '#lib/texts.ts'
import { createPace } from '#ui/markdown/index.ts'
import { useSession, useUserId } from '#features/session/index.ts'
import { putMessage, refreshMessages } from './api.ts'
import {
  type SentQuestion,
  isShown,
  mostStreams,
  type Run,
  type Runs,
  runsOf,
  type TabRef,
  useFollowing,
} from '#features/runs/index.ts'

/** The server tells of answers that took 30 seconds, from their question on (NOTIFY-16). */
const LONG_MS = 25_000

function connectedRuns(api: Api, userId: number, cache: QueryClient): Runs {
  const runs = runsOf(cache)
  runs.connect(userId, {
    follow: (queryId, after, signal) => follow(api, queryId, { after, signal }),
    most: mostStreams(),
    stop: async (queryId) => (await api.call(contract.answers.stop, { params: { id: queryId } })).data.query,
    settle: (tabId, queryId, message) => {
      const isLong = (message?.overallResponseTime ?? LONG_MS) >= LONG_MS
      if (isLong && isShown(cache, tabId)) void seeEnd(api, userId, 'answerEnded', queryId)
      if (message?.id === queryId) putMessage(cache, tabId, message)
      else void refreshMessages(cache, tabId, queryId)
    },
    now: () => performance.now(),
    pace: createPace,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  return runs
}

/** Returns the runs of this page without subscribing to them. */
export function useRunStore(): Runs {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  return useMemo(() => connectedRuns(api, userId, cache), [api, userId, cache])
}

/** Returns the runs of this page; `runs` are those of the tab. Re-renders on every change except streamed text. */
export function useRuns(tabId: number): { store: Runs; runs: readonly Run[] } {
  const store = useRunStore()
  const runs = useStore({ subscribe: store.subscribe, get: () => store.of(tabId) })
  return { store, runs }
}

/** Follows the running answers of a tab that is shown. */
export function useFollowingIn(store: Runs, tab: Tab, messages: readonly Message[]): void {
  useFollowing(store, { projectId: tab.projectId, tabId: tab.id }, messages, useSession().session !== null)
}

/** A question to send. */
export interface Question {
  asked: SentQuestion
  attachments: PromptPayload['attachments']
  /** Shared by the questions of a comparison. */
  compareId?: string | undefined
  /** The saved prompt that was filled in. */
  promptId?: number | undefined
  /** Overrides the prompt options of the tab. */
  options?: PromptOptionValues | undefined
  /** Refuses the question if its files lack text, because the user was not told yet. */
  requiresText?: boolean | undefined
  /** Overrides the data source of the tab; 0 for none. */
  datasourceId?: number | undefined
}

/** Asks in a tab; resolves once the question is stored, rejects when it was not. */
export function useAsk(store: Runs, project: Project, tab: Tab): (question: Question) => Promise<number> {
  const askIn = useAskIn(store)
  return (question) => askIn({ projectId: project.id, tabId: tab.id }, question)
}

/** Asks in any tab; resolves with the message's id once the question is stored, rejects when it was not. */
export function useAskIn(store: Runs): (tab: TabRef, question: Question) => Promise<number> {
  const api = useApi()
  const cache = useQueryClient()
  const { i18n } = useTranslation()
  return (tab, question) => askWith({ store, api, cache, language: i18n.language }, tab, question)
}

interface Asker {
  api: Api
  cache: QueryClient
  language: string
}

/** Like `useAskIn`, for code outside of components. */
export function askIn(asker: Asker & { userId: number }, tab: TabRef, question: Question): Promise<number> {
  const { api, userId, cache } = asker
  const store = connectedRuns(api, userId, cache)
  return askWith({ ...asker, store }, tab, question)
}

async function askWith(
  { store, api, cache, language }: Asker & { store: Runs },
  tab: TabRef,
  { asked, attachments, compareId, promptId, options, datasourceId, requiresText }: Question,
): Promise<number> {
  const payload = {
    prompt: asked.text,
    projectId: tab.projectId,
    projectTabId: tab.tabId,
    language,
    ...(attachments?.length ? { attachments } : {}),
    ...(compareId === undefined ? {} : { compareId }),
    ...(promptId === undefined ? {} : { promptId }),
    ...(options === undefined ? {} : { options }),
    ...(datasourceId === undefined ? {} : { datasourceId }),
    ...(requiresText ? { requiresText } : {}),
    ...(asked.replacesQueryId === undefined ? {} : { replacesQueryId: asked.replacesQueryId }),
    ...(asked.continues ? { continues: true } : {}),
    ...(asked.shownQueryIds === undefined ? {} : { shownQueryIds: [...asked.shownQueryIds] }),
  }
  try {
    return await store.ask(tab, asked, (signal) => ask(api, asked.modelTagId, payload, { signal }))
  } catch (error) {
    // After a broken connection it is unknown whether the question was stored: refetch the list.
    void refreshMessages(cache, tab.tabId, asked.replacesQueryId)
    throw error
  }
}
