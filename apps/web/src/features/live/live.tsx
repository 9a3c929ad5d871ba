import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../../lib/api.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTranslation } from '../../lib/texts.ts'
import { keepUnread } from '../conversation-state/index.ts'
import { useUserId } from '../session/index.ts'

/**
 * Keeps the page as things are, whoever changes them wherever: what the server pushes is asked for anew. Shows nothing. The
 * stream's code is loaded when the page has been drawn.
 */
export function Live(): null {
  const { t } = useTranslation('shell')
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  const notices = useNotices()
  const tellLost = useEffectEvent(() =>
    notices.show({ kind: 'warning', title: t('liveLost'), sticky: false }),
  )
  useEffect(() => keepUnread(cache, userId), [cache, userId])
  useEffect(() => {
    let end: (() => void) | undefined
    let left = false
    const begin = async () => {
      const { connect } = await import('./connect.ts')
      if (!left) end = connect({ api, cache, userId, lost: () => tellLost() })
    }
    const timer = setTimeout(() => {
      // A file that cannot be loaded costs the stream until the next visit, not the page.
      begin().catch(() => undefined)
    })
    return () => {
      left = true
      clearTimeout(timer)
      end?.()
    }
  }, [api, cache, userId])
  return null
}
