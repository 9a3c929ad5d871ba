import { useEffect, useEffectEvent } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'

/** Where the notice leads on. */
const NEXT = { noPage: '/projects', notAllowed: '/users/me' } as const

/** Redirects to the start page and says why: the address has no page, or the user's role does not permit it. */
export function LedAway({ why }: { why: 'noPage' | 'notAllowed' }) {
  const { t } = useTranslation('ui')
  const notices = useNotices()
  const navigate = useNavigate()
  const say = useEffectEvent(() =>
    notices.show({
      kind: 'warning',
      title: t(`ledAway.${why}`),
      text: t(`ledAway.${why}Text`),
      action: { label: t(`ledAway.${why}Next`), run: () => void navigate(NEXT[why]) },
    }),
  )
  useEffect(() => void say(), [])
  return <Navigate to="/" replace />
}
