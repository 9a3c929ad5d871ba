import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { loadCode } from '#lib/load-code.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { keepUnread } from '#features/runs/index.ts'
import { useUserId } from '#features/session/index.ts'
import type { LiveHandler } from './handler.ts'

/**
 * Refetches data that live events report as changed. Renders nothing. Loads the stream and its handlers after the first
 * paint. `loadHandlers` must not change.
 */
export function Live({ loadHandlers }: { loadHandlers: () => Promise<readonly LiveHandler[]> }): null {
  const { t } = useTranslation('shell')
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  const notices = useNotices()
  const [loaded] = useState(() => performance.now())
  const showLost = useEffectEvent(() =>
    notices.show({ kind: 'warning', title: t('liveLost'), sticky: false }),
  )
  useEffect(() => keepUnread(cache, userId), [cache, userId])
  useEffect(() => {
    let end: (() => void) | undefined
    let left = false
    const begin = async () => {
      const [{ connect }, handlers] = await loadCode(() =>
        Promise.all([import('./connect.ts'), loadHandlers()]),
      )
      if (!left) end = connect({ api, cache, notices, userId, handlers, loaded, lost: () => showLost() })
    }
    const timer = setTimeout(() => {
      // If the code cannot be loaded, the page works without live events.
      begin().catch(() => undefined)
    })
    return () => {
      left = true
      clearTimeout(timer)
      end?.()
    }
  }, [api, cache, notices, userId, loaded, loadHandlers])
  return null
}
