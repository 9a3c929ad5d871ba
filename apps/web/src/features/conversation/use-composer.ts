// What the composer does: keeps the draft, sends it, puts it back when it could not be sent, stops.
import type { Message, Model, Project, Tab } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/stream'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { choiceOf, findModel, findTag, useModels } from '../models/index.ts'
import { useUserId } from '../session/index.ts'
import { cachedMessages } from './api.ts'
import { listed, refusedOf, toUpload, type Chosen } from './attachments.ts'
import type { Run } from './runs.ts'
import type { Files } from './use-files.ts'
import { useAsk, useRuns } from './use-runs.ts'

/** Why a message cannot be sent now. */
export type Hindrance = 'empty' | 'offline' | 'unavailable'

export interface ComposerState {
  text: string
  setText(text: string): void
  model: Model | undefined
  modelName: string
  /** The tab's model is not deployed any more. */
  unavailable: boolean
  running: boolean
  stopping: boolean
  hindrance: Hindrance | undefined
  /** Why the last message was not sent, in one sentence. */
  problem: string | undefined
  send(): Promise<void>
  stop(): Promise<void>
}

export function useComposer(project: Project, tab: Tab, files: Files, onSent: () => void): ComposerState {
  const [text, setText] = useDraft(`${useUserId()}.tab.${tab.id}`)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const { data: models } = useModels()
  const { store, runs } = useRuns(tab.id)
  const ask = useAsk(store, project, tab)
  const tell = useTell()
  const online = useOnline()
  const choice = choiceOf(tab)
  const model = findModel(models, choice.modelId)
  const tag = findTag(models, choice)
  const unavailable = models !== undefined && !tag?.deployed
  const returned = useReturned(tab.id, runs, text, setText)
  const hindrance =
    text.trim() === '' ? 'empty' : !online ? 'offline' : unavailable ? 'unavailable' : undefined

  const send = async () => {
    if (hindrance !== undefined || runs.length > 0) return
    const sent = { text: text.trim(), files: files.chosen, kept: text }
    setText('')
    files.clear()
    setProblem(undefined)
    try {
      const asked = {
        text: sent.text,
        attachments: sent.files.map((file) => listed(file, Date.now())),
        ...choice,
        modelName: model?.name ?? '',
        modelTagName: tag?.name ?? '',
        replacesQueryId: undefined,
      }
      const stored = uploadsOf(sent.files).then((attachments) => ask({ asked, attachments }))
      onSent()
      await stored
      returned.watch()
    } catch (error) {
      setText(sent.kept)
      const { refused, others } = refusedOf(error instanceof ApiProblem ? error.issues : [], sent.files)
      files.restore(others)
      files.refuse(refused)
      if (refused.length === 0) setProblem(tell(error).sentence)
    }
  }
  const stop = useStop(tab.id)
  return {
    text,
    setText,
    model,
    modelName: model?.name ?? '',
    unavailable,
    running: runs.length > 0,
    stopping: runs.at(-1)?.stopping ?? false,
    hindrance,
    problem,
    send,
    stop,
  }
}

const uploadsOf = (files: readonly Chosen[]) =>
  Promise.all(files.map(({ file, type }) => toUpload(file, file.name, type, file.lastModified)))

function useStop(tabId: number): () => Promise<void> {
  const { store, runs } = useRuns(tabId)
  const notices = useNotices()
  const tell = useTell()
  const { t } = useTranslation('conversation')
  return async () => {
    const run = runs.at(-1)
    if (!run || run.stopping) return
    try {
      await store.stop(run.key)
      notices.show({ kind: 'info', title: t('aborted') })
    } catch (error) {
      notices.show({ kind: 'failure', title: t('notStopped'), text: tell(error).sentence })
    }
  }
}

/**
 * A question whose answer failed before its first word comes back into an empty composer; asked again from its own place in
 * the thread, it leaves the composer.
 */
function useReturned(
  tabId: number,
  runs: readonly Run[],
  text: string,
  setText: (text: string) => void,
): { watch(): void } {
  const cache = useQueryClient()
  const [watching, setWatching] = useState(false)
  const [returned, setReturned] = useState<Message | undefined>(undefined)
  if (watching && runs.length === 0) {
    setWatching(false)
    const message = cachedMessages(cache, tabId).at(-1)
    if (message && text === '' && cameToNothing(message)) {
      setText(message.queryText)
      setReturned(message)
    }
  }
  if (returned && runs.some((run) => run.asked?.replacesQueryId === returned.id)) {
    setReturned(undefined)
    if (text === returned.queryText) setText('')
  }
  return { watch: () => setWatching(true) }
}

const cameToNothing = (message: Message): boolean =>
  message.state === MESSAGE_STATE.failed && message.responseText === '' && message.reasoningText === ''

function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine)
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
