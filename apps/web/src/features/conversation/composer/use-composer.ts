// The actions of the composer: sends the draft, restores it after a failure, stops the answer.
import type { Message, Model, ModelTag, Project, Tab } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useStore } from '#lib/store.ts'
import { tabDraftKey } from '#features/drafts/index.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { choiceOf, findModel, findTag, useModels } from '#features/models/index.ts'
import { useUserId } from '#features/session/index.ts'
import { useLicense } from '#features/settings/index.ts'
import { cachedMessages, newQuestion, useAsk, useHasConfidential, useRunStore } from '../messages/index.ts'
import { type Chosen, type Files, isTold, listed, mustWait, uploadsOf } from '../files/index.ts'
import { useNameFromPrompt } from './composer-name.ts'
import { FillerContext } from './filler.ts'
import type { Runs } from '#features/runs/index.ts'
import { useShown } from '../versions/use-shown.ts'
import { isLostModel, useLostModel, type LostModel } from './use-lost-model.ts'
import { useOutgoing } from './use-outgoing.ts'
import { useWords, type ComposerText } from './use-words.ts'

/** Reason why a message cannot be sent now. */
export type SendBlocker = 'expired' | 'empty' | 'tooLong' | 'offline' | 'unavailable' | 'answering'

export interface ComposerState {
  words: ComposerText
  model: Model | undefined
  tag: ModelTag | undefined
  /** The model of the tab is not deployed any more. */
  unavailable: boolean
  /** The tab has messages that an external model does not get. */
  confidential: boolean
  /** The licence has expired; questions are disabled. */
  expired: boolean
  /** A question can be sent now, whatever the draft is. */
  free: boolean
  /** The lost model that the tab had before it was set to Guide. */
  lost: LostModel
  progress: Progress
  hindrance: SendBlocker | undefined
  /** Why the last message was not sent, as one sentence. */
  problem: string | undefined
  /** Sends the draft, or only `text`; the draft stays in that case. */
  send(text?: string): Promise<void>
  /** Returns the last question of the tab, also while it is being answered. */
  lastQuestion(): string | undefined
  stop(): Promise<void>
}

/** `watching`: the answer to a question of another user, which this user cannot stop. */
type Progress = 'idle' | 'running' | 'stopping' | 'watching'

export function useComposer(project: Project, tab: Tab, files: Files, onSent: () => void): ComposerState {
  const words = useWords(tabDraftKey(useUserId(), tab.id))
  const cache = useQueryClient()
  const store = useRunStore()
  const progress = useProgress(store, tab.id)
  const sending = useSending(project, tab, store)
  const blocked = useBlocked(tab)
  const lost = useLostModel(tab, blocked.unavailable)
  const returned = useReturned(store, tab.id, words)
  const outgoing = useOutgoing(tab, words, files, async (error, refused) => {
    if (!(await isOfLostModel(error, lost))) sending.showReason(error, refused)
  })
  const hindrance = progress === 'watching' ? 'answering' : hindranceOf(blocked, words)

  const send = async (text?: string) => {
    const why = text === undefined ? hindrance : hindranceOf(blocked, NO_WORDS)
    if (why === 'unavailable') lost.check().catch((error: unknown) => sending.showReason(error, false))
    if (why !== undefined || store.of(tab.id).length > 0) return
    if (text === undefined && mustWait(cache, files)) return files.wait(true)
    const sent = outgoing.take(text)
    if (!sent) return
    try {
      const stored = sending.ask(sent.text, sent.files)
      onSent()
      await stored
      outgoing.stored(sent)
      returned.watch()
    } catch (error) {
      await outgoing.failed(sent, error)
    }
  }
  return {
    words,
    ...blocked,
    free: progress === 'idle' && hindranceOf(blocked, NO_WORDS) === undefined,
    lost,
    progress,
    hindrance,
    problem: sending.problem,
    send,
    lastQuestion: () =>
      store.of(tab.id).findLast(({ asked }) => asked)?.asked?.text ??
      cachedMessages(cache, tab.id).at(-1)?.queryText,
    stop: useStop(store, tab.id),
  }
}

const NO_WORDS = { empty: false, tooLong: false }

interface Blocked {
  model: Model | undefined
  tag: ModelTag | undefined
  /** The model of the tab is not deployed any more. */
  unavailable: boolean
  confidential: boolean
  expired: boolean
  online: boolean
}

/** Returns the reasons that block sending independently of the draft. */
function useBlocked(tab: Tab): Blocked {
  const { data: models } = useModels()
  const { data: license } = useLicense()
  const isOnline = useStore(online)
  const choice = choiceOf(tab)
  const tag = findTag(models, choice)
  const unavailable = models !== undefined && !tag?.deployed
  return {
    model: findModel(models, choice.modelId),
    tag,
    unavailable,
    confidential: useHasConfidential(tab),
    expired: license?.expired ?? false,
    online: isOnline,
  }
}

function hindranceOf(
  { expired, online, unavailable }: Blocked,
  { empty, tooLong }: Pick<ComposerText, 'empty' | 'tooLong'>,
): SendBlocker | undefined {
  if (expired) return 'expired'
  if (empty) return 'empty'
  if (tooLong) return 'tooLong'
  if (!online) return 'offline'
  return unavailable ? 'unavailable' : undefined
}

/** Sends a question in the tab; the first question of the default project names the project. */
function useSending(project: Project, tab: Tab, store: Runs) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const { data: models } = useModels()
  const ask = useAsk(store, project, tab)
  const shown = useShown()
  const filler = use(FillerContext)
  const name = useNameFromPrompt(project, [tab])
  const cache = useQueryClient()
  const userId = useUserId()
  const errorMessage = useErrorMessage()
  return {
    problem,
    async ask(text: string, files: readonly Chosen[]): Promise<void> {
      setProblem(undefined)
      const rename = name(text)
      const attachments = files.map((file) => listed(file, Date.now()))
      const asked = {
        ...newQuestion(models, choiceOf(tab), text, attachments),
        shownQueryIds: shown.known(tab.id) ?? [],
      }
      // A message from a saved prompt counts as its use.
      const promptId = filler?.promptOf(text)
      // Whoever was told what is missing has decided.
      const requiresText = !isTold(cache, files)
      await ask({ asked, attachments: await uploadsOf(cache, files), promptId, requiresText })
      rename()
    },
    showReason(error: unknown, shown: boolean): void {
      if (isCode(error, 'LICENSE_EXPIRED'))
        void cache.invalidateQueries({ queryKey: settingsKeys.license(userId) })
      if (!shown) setProblem(errorMessage(error).sentence)
    },
  }
}

const isCode = (error: unknown, code: ApiProblem['code']): boolean =>
  error instanceof ApiProblem && error.code === code

/** Whether the question was refused because its model is gone; the alert says that. */
async function isOfLostModel(error: unknown, lost: LostModel): Promise<boolean> {
  return isLostModel(error) && (await lost.check().catch(() => false))
}

// Subscribes to the progress, not to the runs, because those change with every token.
function useProgress(store: Runs, tabId: number): Progress {
  const cache = useQueryClient()
  const get = (): Progress => {
    const run = store.of(tabId).at(-1)
    if (!run) return 'idle'
    if (run.stopping) return 'stopping'
    const message = cachedMessages(cache, tabId).find(({ id }) => id === run.queryId)
    return message?.can.stop === false ? 'watching' : 'running'
  }
  return useStore({ subscribe: store.subscribe, get })
}

function useStop(store: Runs, tabId: number): () => Promise<void> {
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { t } = useTranslation('conversation')
  return async () => {
    const run = store.of(tabId).at(-1)
    if (!run || run.stopping) return
    try {
      await store.stop(run.key)
      notices.show({ kind: 'info', title: t('aborted') })
    } catch (error) {
      notices.show({ kind: 'failure', title: t('notStopped'), text: errorMessage(error).sentence })
    }
  }
}

/**
 * Restores a question into an empty composer if its answer failed before the first token; removes it again when the question
 * is retried in the thread.
 */
function useReturned(store: Runs, tabId: number, words: ComposerText): { watch(): void } {
  const cache = useQueryClient()
  const place = useRef<{ watching: boolean; returned: Message | undefined }>({
    watching: false,
    returned: undefined,
  })
  const settle = () => {
    const runs = store.of(tabId)
    const { watching, returned } = place.current
    if (returned && runs.some((run) => run.asked?.replacesQueryId === returned.id)) {
      place.current.returned = undefined
      if (words.whole() === returned.queryText.trim()) words.take()
    }
    if (!watching || runs.length > 0) return
    place.current.watching = false
    const message = cachedMessages(cache, tabId).at(-1)
    if (!message || words.whole() !== '' || !cameToNothing(message)) return
    words.add(message.queryText)
    place.current.returned = message
  }
  const changed = useEffectEvent(settle)
  useEffect(() => store.subscribe(() => changed()), [store])
  return {
    watch() {
      place.current.watching = true
      settle()
    },
  }
}

const cameToNothing = (message: Message): boolean =>
  message.state === MESSAGE_STATE.failed && message.responseText === '' && message.reasoningText === ''

const online = {
  get: () => navigator.onLine,
  subscribe(listener: () => void) {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}
