import { useQueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#lib/api.ts'
import { BeginChatContext, type BeginChat } from '#lib/begin-chat.ts'
import { wantComposer } from '#lib/composer-focus.ts'
import { loadCode } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import type { Unasked } from './begin-chat.ts'

/** Provides `useBeginChat`; its code loads at the first use. */
export function ChatBeginner({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const { language } = i18n
  const [api, cache, userId] = [useApi(), useQueryClient(), useUserId()]
  const navigate = useNavigate()
  const begin = useMemo<BeginChat>(() => {
    const unasked: Unasked = { current: undefined }
    return async (beginning) => {
      const { beginChat } = await loadCode(() => import('./begin-chat.ts'))
      const id = await beginChat({ api, cache, userId, language }, beginning, unasked)
      wantComposer(id)
      void navigate(`/projects/${id}`)
    }
  }, [api, cache, userId, language, navigate])
  return <BeginChatContext value={begin}>{children}</BeginChatContext>
}
