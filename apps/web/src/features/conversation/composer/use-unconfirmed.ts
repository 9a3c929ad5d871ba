// Watches a message to which the server has not replied: the page was left, or the connection broke.
import { QueryObserver, useQueryClient, type QueryObserverResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { draftsOf, type SentDraft } from '#features/drafts/index.ts'
import type { Files } from '../files/index.ts'
import { messagesQuery } from '../messages/index.ts'
import { wholeOf } from './composer-words.ts'
import { keptOf, type ComposerText } from './use-words.ts'

interface Watched {
  /** Key of the draft. */
  key: string
  tabId: number
  words: ComposerText
  files: Files
}

/**
 * Puts a message that was on its way when the page was left back into the composer, and takes it out again when it turns up
 * in the chat. `isLooking` until that is known; `watch` begins with another message.
 */
export function useUnconfirmed({ key, tabId, words, files }: Watched) {
  const api = useApi()
  const cache = useQueryClient()
  const drafts = draftsOf(cache)
  const [sent, setSent] = useState(() => (drafts.isUnderWay(key) ? undefined : drafts.sent(key)))
  const bringBack = async (draft: SentDraft) => {
    setSent({ ...draft, isBack: true })
    words.restore(keptOf(draft))
    drafts.failed(key, true)
    const kept = await drafts.readFiles(key)
    files.restore(kept.filter(({ id }) => draft.files.includes(id)))
  }
  const drop = (draft: SentDraft) => {
    setSent(undefined)
    const isUnchanged =
      words.whole() === textOf(draft) && files.chosen.every(({ id }) => draft.files.includes(id))
    // Else the user went on writing in what was brought back.
    const isDone = !draft.isBack || isUnchanged
    drafts.arrived(key, isDone ? draft.files : [])
    if (!draft.isBack || !isUnchanged) return
    words.take()
    files.take()
  }
  const look = useEffectEvent(({ data, isError, isPaused }: Loaded) => {
    if (!sent) return
    if (data?.messages.some((message) => isIt(sent, message))) drop(sent)
    else if (!sent.isBack && (data || isError || isPaused)) void bringBack(sent)
  })
  useEffect(() => {
    if (!sent) return undefined
    if (!sent.isBack) drafts.holdFiles(sent.files)
    const messages = new QueryObserver(cache, messagesQuery(api, cache, tabId))
    return messages.subscribe((loaded) => look(loaded))
  }, [api, cache, drafts, tabId, sent])
  return { isLooking: sent !== undefined && !sent.isBack, watch: setSent }
}

type Loaded = Pick<QueryObserverResult<{ messages: readonly Message[] }>, 'data' | 'isError' | 'isPaused'>

interface Message {
  id: number
  queryText: string
}

const isIt = (sent: SentDraft, { id, queryText }: Message): boolean =>
  id > sent.after && queryText.trim() === textOf(sent)

const textOf = (sent: SentDraft): string => wholeOf(sent.field, keptOf(sent).pasted)
