// Messages on their way. One leaves the field at once, but storage only when the server has it. One that fails returns to
// the composer of its tab, which may have been unmounted meanwhile.
import type { Tab } from '@polylogue/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { perPage } from '#lib/per-page.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { draftsOf, type MessageDrafts, tabDraftKey } from '#features/drafts/index.ts'
import { useUserId } from '#features/session/index.ts'
import { noteTexts, refusedOf, type Chosen, type Files, type Refused } from '../files/index.ts'
import { cachedMessages } from '../messages/index.ts'
import { useUnconfirmed } from './use-unconfirmed.ts'
import { storedOf, type Kept, type ComposerText } from './use-words.ts'

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
const composersOf = perPage(() => new Map<string, TakeBack>())

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
  words: ComposerText,
  files: Files,
  showReason: (error: unknown, refused: boolean) => Promise<void>,
): OutgoingMessages {
  const key = tabDraftKey(useUserId(), tab.id)
  const cache = useQueryClient()
  const drafts = draftsOf(cache)
  const composers = composersOf(cache)
  const returnUnseen = useReturnUnseen(drafts, key, tab)
  const unconfirmed = useUnconfirmed({ key, tabId: tab.id, words, files })
  useTakeBack(composers, key, async ({ kept, files: back, refused, error }) => {
    words.restore(kept)
    files.restore(back)
    files.refuse(refused)
    unconfirmed.watch(drafts.sent(key))
    await showReason(error, refused.length > 0)
  })
  return {
    take(only) {
      if (drafts.isUnderWay(key) || unconfirmed.isLooking) return undefined
      const sent = {
        text: only ?? words.whole(),
        files: only === undefined ? files.chosen : [],
        kept: only === undefined ? words.take() : { field: only, pasted: [] },
      }
      if (only === undefined) files.take()
      drafts.send(key, {
        ...storedOf(sent.kept),
        files: idsOf(sent.files),
        after: cachedMessages(cache, tab.id).at(-1)?.id ?? 0,
        isBack: false,
      })
      unconfirmed.watch(undefined)
      return sent
    },
    stored({ files: sent }) {
      drafts.arrived(key, idsOf(sent))
    },
    async failed({ kept, files: sent }, error) {
      // Without a reply the connection broke, or the page is being left: the server may have the message.
      drafts.failed(key, !(error instanceof ApiProblem) || error.status === 0)
      const { refused, others } = refusedBy(cache, sent, error)
      const again = new Set(idsOf(others))
      drafts.forgetFiles(idsOf(sent).filter((id) => !again.has(id)))
      const takeBack = composers.get(key) ?? returnUnseen
      await takeBack({ kept, files: others, refused, error })
    },
  }
}

/** Returns the files that the server refused, and those to send again: also those that lack text, once that is told. */
function refusedBy(cache: QueryClient, sent: readonly Chosen[], error: unknown) {
  const problem = error instanceof ApiProblem ? error : undefined
  if (problem?.code !== 'ATTACHMENT_WITHOUT_TEXT') return refusedOf(problem?.issues ?? [], sent)
  noteTexts(cache, sent, problem)
  return { refused: [], others: [...sent] }
}

/**
 * Lets a message that fails find the composer that shows its tab then. In the same commit as the field: a later effect would
 * leave it to a composer that is gone, or store it behind the empty field of one that is there.
 */
function useTakeBack(composers: Map<string, TakeBack>, key: string, takeBack: TakeBack): void {
  const current = useEffectEvent(takeBack)
  useLayoutEffect(() => {
    const own: TakeBack = (failed) => current(failed)
    composers.set(key, own)
    return () => {
      if (composers.get(key) === own) composers.delete(key)
    }
  }, [composers, key])
}

/** Stores a message that failed as the draft of its tab, which is not shown, and says so. */
function useReturnUnseen(drafts: MessageDrafts, key: string, tab: Tab): TakeBack {
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { t } = useTranslation('conversation')
  return async ({ kept, files, refused, error }) => {
    drafts.restore(key, storedOf(kept))
    drafts.releaseFiles(idsOf(files))
    // The sign-in form already says that the session has ended.
    if (error instanceof ApiProblem && error.status === 401) return
    const names = refused.length > 0 ? [`${refused.map(({ name }) => name).join(', ')}.`] : []
    const text = [errorMessage(error).sentence, ...names, t('backInField')].join(' ')
    notices.show({ kind: 'failure', title: t('notSentIn', { tab: tab.name }), text })
  }
}

const idsOf = (files: readonly Chosen[]): string[] => files.map(({ id }) => id)
