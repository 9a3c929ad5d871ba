// Watches a message to which the server has not replied: the page was left, or the connection broke.
import { QueryObserver, useQueryClient, type QueryObserverResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { draftsOf, readSent, type SentDraft, writeSent } from '#features/drafts/index.ts'
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
  /** Whether this page itself waits for the reply. */
  isUnderWay(): boolean
}

/**
 * Puts a message that was on its way when the page was left back into the composer, and takes it out again when it turns up
 * in the chat. `isLooking` until that is known; `watch` begins with another message.
 */
export function useUnconfirmed({ key, tabId, words, files, isUnderWay }: Watched) {
  const api = useApi()
  const cache = useQueryClient()
  const drafts = draftsOf(cache)
  const [sent, setSent] = useState(() => (isUnderWay() ? undefined : readSent(key)))
  const bringBack = async (draft: SentDraft) => {
    const back = { ...draft, isBack: true }
    setSent(back)
    words.restore(keptOf(draft))
    writeSent(key, back)
    const kept = await drafts.readFiles(key)
    files.restore(kept.filter(({ id }) => draft.files.includes(id)))
  }
  const drop = (draft: SentDraft) => {
    setSent(undefined)
    writeSent(key, undefined)
    const isUnchanged =
      words.whole() === textOf(draft) && files.chosen.every(({ id }) => draft.files.includes(id))
    // The user went on writing in what was brought back.
    if (draft.isBack && !isUnchanged) return
    if (draft.isBack) words.take()
    if (draft.isBack) files.take()
    drafts.forgetFiles(draft.files)
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
