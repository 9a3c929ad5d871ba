// Messages on their way. One leaves the field at once, but storage only when the server has it. One that fails returns to
// the composer of its tab, which may have been unmounted meanwhile.
import type { Tab } from '@polylogue/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiProblem, useApi } from '../../../lib/api.ts'
import { tabDraftKey } from '../../../lib/drafts.ts'
import { useNotices } from '../../../lib/notices.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { onLeaving, readFiles } from '../../conversation-state/index.ts'
import { useUserId } from '../../session/index.ts'
import {
  forgetSentFiles,
  holdFiles,
  refusedOf,
  releaseFiles,
  type Chosen,
  type Files,
  type Refused,
} from '../files/index.ts'
import { cachedMessages, messagesQuery } from '../messages/index.ts'
import { wholeOf } from './composer-words.ts'
import { forgetSent, keepSent, readSent, sentOf, type SentDraft } from './sent-draft.ts'
import { keptOf, restoreDraft, type Kept, type Words } from './use-words.ts'

export interface Outgoing {
  text: string
  files: readonly Chosen[]
  kept: Kept
}

/** A message that the server did not take: its draft, and the files that it may be sent with again. */
interface Failed {
  kept: Kept
  files: readonly Chosen[]
  refused: readonly Refused[]
  error: unknown
}

type TakeBack = (failed: Failed) => Promise<void>

/** The composers on this page, by the key of their draft. */
const composers = new Map<string, TakeBack>()
/** Keys of the drafts with a message on its way from this page. */
const underWay = new Set<string>()
onLeaving(() => underWay.clear())

interface OutgoingMessages {
  /** Takes the draft, or only `text`, for sending; undefined while the tab has another message on its way. */
  take(text?: string): Outgoing | undefined
  /** The server has stored the message. */
  stored(sent: Outgoing): void
  failed(sent: Outgoing, error: unknown): Promise<void>
}

/** `showReason` shows why a message failed; `refused` if a file is listed with the reason. */
export function useOutgoing(
  tab: Tab,
  words: Words,
  files: Files,
  showReason: (error: unknown, refused: boolean) => Promise<void>,
): OutgoingMessages {
  const key = tabDraftKey(useUserId(), tab.id)
  const cache = useQueryClient()
  const returnUnseen = useReturnUnseen(key, tab)
  const doubt = useDoubt(key, tab.id, words, files)
  useTakeBack(key, async ({ kept, files: back, refused, error }) => {
    words.restore(kept)
    files.restore(back)
    files.refuse(refused)
    doubt.watch(readSent(key))
    await showReason(error, refused.length > 0)
  })
  return {
    take(only) {
      if (underWay.has(key) || doubt.isLooking) return undefined
      const sent = {
        text: only ?? words.whole(),
        files: only === undefined ? files.chosen : [],
        kept: only === undefined ? words.take() : { field: only, pasted: [] },
      }
      if (only === undefined) files.take()
      underWay.add(key)
      const after = cachedMessages(cache, tab.id).at(-1)?.id ?? 0
      keepSent(key, sentOf(sent.kept, idsOf(sent.files), after))
      doubt.watch(undefined)
      return sent
    },
    stored({ files: sent }) {
      underWay.delete(key)
      forgetSent(key)
      forgetSentFiles(idsOf(sent))
    },
    async failed({ kept, files: sent }, error) {
      underWay.delete(key)
      const draft = readSent(key)
      // The connection broke, or the page is being left: the server may have the message.
      const isDoubtful = !(error instanceof ApiProblem) || error.status === 0
      if (draft && isDoubtful) keepSent(key, { ...draft, isBack: true })
      else forgetSent(key)
      const { refused, others } = refusedOf(error instanceof ApiProblem ? error.issues : [], sent)
      const again = new Set(idsOf(others))
      forgetSentFiles(idsOf(sent).filter((id) => !again.has(id)))
      const takeBack = composers.get(key) ?? returnUnseen
      await takeBack({ kept, files: others, refused, error })
    },
  }
}

/** Lets a message that fails find the composer that shows its tab then. */
function useTakeBack(key: string, takeBack: TakeBack): void {
  const current = useEffectEvent(takeBack)
  useEffect(() => {
    const own: TakeBack = (failed) => current(failed)
    composers.set(key, own)
    return () => {
      if (composers.get(key) === own) composers.delete(key)
    }
  }, [key])
}

/** Stores a message that failed as the draft of its tab, which is not shown, and says so. */
function useReturnUnseen(key: string, tab: Tab): TakeBack {
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { t } = useTranslation('conversation')
  return async ({ kept, files, refused, error }) => {
    restoreDraft(key, kept)
    releaseFiles(idsOf(files))
    // The sign-in form already says that the session has ended.
    if (error instanceof ApiProblem && error.status === 401) return
    const names = refused.length > 0 ? [`${refused.map(({ name }) => name).join(', ')}.`] : []
    const text = [errorMessage(error).sentence, ...names, t('backInField')].join(' ')
    notices.show({ kind: 'failure', title: t('notSentIn', { tab: tab.name }), text })
  }
}

/**
 * Watches a message of which it is not known whether the server has it: brings it back when it was on its way when the page
 * was left, and takes it out of the composer again when it arrives in the chat.
 */
function useDoubt(key: string, tabId: number, words: Words, files: Files) {
  const api = useApi()
  const cache = useQueryClient()
  const [sent, setSent] = useState(() => (underWay.has(key) ? undefined : readSent(key)))
  const {
    data: hasArrived,
    isError,
    isPaused,
  } = useQuery({
    ...messagesQuery(api, cache, tabId),
    enabled: sent !== undefined,
    select: ({ messages }) => sent !== undefined && messages.some((message) => isIt(sent, message)),
  })
  const bringBack = async (draft: SentDraft) => {
    const back = { ...draft, isBack: true }
    setSent(back)
    words.restore(keptOf(draft))
    keepSent(key, back)
    const kept = await readFiles(key)
    files.restore(kept.filter(({ id }) => draft.files.includes(id)))
  }
  const drop = (draft: SentDraft) => {
    setSent(undefined)
    forgetSent(key)
    // The user may have gone on writing in what was brought back.
    const isUnchanged =
      words.whole() === textOf(draft) && idsOf(files.chosen).every((id) => draft.files.includes(id))
    if (draft.isBack && !isUnchanged) return
    if (draft.isBack) words.take()
    if (draft.isBack) files.take()
    forgetSentFiles(draft.files)
  }
  const look = useEffectEvent(() => {
    if (!sent) return
    if (hasArrived) drop(sent)
    else if (!sent.isBack && (hasArrived === false || isError || isPaused)) void bringBack(sent)
  })
  useEffect(() => {
    if (sent && !sent.isBack) holdFiles(sent.files)
  }, [sent])
  useEffect(() => look(), [sent, hasArrived, isError, isPaused])
  return { isLooking: sent !== undefined && !sent.isBack, watch: setSent }
}

const isIt = (sent: SentDraft, { id, queryText }: { id: number; queryText: string }): boolean =>
  id > sent.after && queryText.trim() === textOf(sent)

const textOf = (sent: SentDraft): string => wholeOf(sent.field, keptOf(sent).pasted)
const idsOf = (files: readonly Chosen[]): string[] => files.map(({ id }) => id)
