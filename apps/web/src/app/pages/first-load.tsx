import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useDefaultProject } from '#features/projects/index.ts'
import { useUserId } from '#features/session/index.ts'
import { pathOf, useStoredStartPage } from '#features/settings/index.ts'
import { useIsLeaving } from '#lib/leaving.ts'
import { useNotices } from '#lib/notices.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { redirectFrom } from '#lib/search-params.ts'
import { useTranslation } from '#lib/texts.ts'
import { hasStarted, markStarted } from '../start.ts'
import { Waiting } from './waiting.tsx'

/**
 * Redirects the first load of `/` to the stored start page, or else to the user's default project (SETTING-2, PROJECT-3).
 * Later loads of `/` render `children`.
 */
export function FirstLoad({ children }: { children: ReactNode }) {
  const [first, setFirst] = useState(() => !hasStarted())
  const stay = () => {
    markStarted(true)
    setFirst(false)
  }
  return first ? <Decide onStay={stay} /> : children
}

function Decide({ onStay }: { onStay: () => void }) {
  const start = useStoredStartPage()
  const { state } = useNavigation()
  const isChosen = useIsChosen()
  if (isChosen) return <Stay onStay={onStay} />
  // The user chose another place before this was decided; that page is still loading.
  if (start === undefined || state !== 'idle') return <Waiting />
  const to = start ? pathOf(start) : undefined
  if (to === undefined) return <ToDefaultProject stored={start !== null} onStay={onStay} />
  return <Leave to={to} stored onStay={onStay} />
}

/** Whether a link to this page was followed on it: a location of its own for the same address. A dialog changes the address. */
function useIsChosen(): boolean {
  const { key, search } = useLocation()
  const [first, setFirst] = useState({ key, search, isChosen: false })
  if (first.key !== key) setFirst({ key, search, isChosen: first.isChosen || first.search === search })
  return first.isChosen
}

/** Shows the dashboard, because the person has chosen it meanwhile. */
function Stay({ onStay }: { onStay: () => void }) {
  const stay = useEffectEvent(onStay)
  useEffect(() => stay(), [])
  return <Waiting />
}

/** Opens the default project. When it cannot be created or opened, the dashboard is shown without an error. */
function ToDefaultProject({ stored, onStay }: { stored: boolean; onStay: () => void }) {
  const project = useDefaultProject()
  const cache = useQueryClient()
  const userId = useUserId()
  const id = project.isFetching ? undefined : project.data?.id
  useEffect(() => {
    if (id === undefined) return
    // The server has just stored it as setting 14.
    cache.setQueryData<Record<string, string>>(
      settingsKeys.of(userId),
      (settings) => settings && { ...settings, defaultProject: String(id) },
    )
  }, [cache, id, userId])
  if (project.isError) return <Leave to="/" stored={false} onStay={onStay} />
  if (id === undefined) return <Waiting />
  return <Leave to={`/projects/${id}`} stored={stored} onStay={onStay} />
}

function Leave({ to, stored, onStay }: { to: string; stored: boolean; onStay: () => void }) {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const navigate = useNavigate()
  const { search } = useLocation()
  const isLeaving = useIsLeaving()
  const leave = useEffectEvent(() => {
    if (isLeaving()) return
    if (to === '/') return onStay()
    markStarted(true)
    if (stored) notices.show({ kind: 'info', title: t('startOpened'), text: t('startOpenedText') })
    void navigate(to.includes('?') ? to : `${to}${search}`, { replace: true, state: redirectFrom('/') })
  })
  useEffect(() => leave(), [])
  return <Waiting />
}
