// Handles a link to a message (`?message=41`): loads, shows and marks it, then removes the parameter.
import type { Message } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useNotices, type NewNotice } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { PALETTE } from '#features/palette/index.ts'
import { cachedMessages, loadOlder } from '../messages/index.ts'
import type { Bottom } from './bottom.ts'

/** How long a message stays marked. */
const MARKED_MS = 2_000

/** Returns the linked message while it is marked. Call `onShown` with its element when it is on the page. */
export function useLinkedMessage(
  tabId: number,
  ready: boolean,
  bottom: Bottom,
): { linked: number | undefined; onShown: (element: HTMLElement) => void } {
  const api = useApi()
  const cache = useQueryClient()
  const sayGone = useSayGone()
  const [params, setParams] = useParamsOfPage()
  const [linked, setLinked] = useState<number | undefined>(undefined)
  const [shown, setShown] = useState(false)
  const [attempt, setAttempt] = useState(1)
  const wanted = Number(params.get('message') ?? Number.NaN)
  const forget = () => setParams(withoutMessage, { replace: true })
  const arrive = useEffectEvent((found: boolean) => {
    setShown(false)
    if (found) return setLinked(wanted)
    sayGone()
    forget()
  })
  const tell = useTellFailure(() => setAttempt(attempt + 1))
  const fail = useEffectEvent(tell)
  // Until then the parameter keeps all turns of the chat rendered.
  const end = useEffectEvent(forget)
  useEffect(() => {
    if (!ready || !Number.isSafeInteger(wanted)) return undefined
    const control = new AbortController()
    bottom.letGo()
    const known = () => cachedMessages(cache, tabId).some(({ id }) => id === wanted)
    const seek = async () => {
      while (!known() && (await loadOlder(api, cache, tabId))) control.signal.throwIfAborted()
      return known()
    }
    // After a failure, loaded messages stay, and so does the parameter.
    seek().then(
      (found) => !control.signal.aborted && arrive(found),
      (error: unknown) => {
        if (!control.signal.aborted) fail(error)
      },
    )
    return () => control.abort()
  }, [api, cache, tabId, bottom, ready, wanted, attempt])
  useEffect(() => {
    if (!shown) return undefined
    end()
    const timer = setTimeout(() => setLinked(undefined), MARKED_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const onShown = useCallback(
    (element: HTMLElement) => {
      bottom.hold(element)
      setShown(true)
    },
    [bottom],
  )
  return { linked, onShown }
}

/** Returns a function that says why the message could not be loaded, and offers to try again. */
function useTellFailure(onRetry: () => void): (error: unknown) => void {
  const { t } = useTranslation(['conversation', 'ui'])
  const { show } = useOwnNotice()
  const errorMessage = useErrorMessage()
  return (error) =>
    show({
      kind: 'failure',
      title: t('messageNotLoaded'),
      text: errorMessage(error).sentence,
      action: { label: t('ui:tryAgain'), run: onRetry },
    })
}

/** Says that the message is gone, and offers to search for another one. */
function useSayGone(): () => void {
  const { t } = useTranslation(['conversation', 'shell'])
  const own = useOwnNotice()
  const { show } = useDialogs()
  return () =>
    own.show({
      kind: 'warning',
      title: t('messageGone'),
      action: { label: t('shell:searchMessages'), run: () => show(PALETTE) },
    })
}

/** Shows a notice whose button acts on this chat: it closes when the chat is left, or another such notice comes. */
function useOwnNotice(): { show: (notice: NewNotice) => void } {
  const notices = useNotices()
  const shown = useRef<number>(undefined)
  const close = () => {
    if (shown.current !== undefined) notices.close(shown.current)
  }
  const leave = useEffectEvent(close)
  useEffect(() => () => leave(), [])
  return {
    show(notice) {
      close()
      shown.current = notices.show(notice)
    },
  }
}

function withoutMessage(now: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(now)
  next.delete('message')
  return next
}

/** Returns the address of a message on this installation. */
export function useMessageLink(projectId: number): (message: Message) => string {
  return useCallback(
    ({ id, projectTabId }) =>
      new URL(`/projects/${projectId}?tab=${projectTabId}&message=${id}`, location.origin).href,
    [projectId],
  )
}
