// The user's stored settings. A change applies to this browser at once; storing it applies it on every device.
import type { SettingName } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { settingsKeys } from './keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSession } from '#features/session/index.ts'

type Stored = Partial<Record<SettingName, string>>

/** Query options for the stored settings of a user, by name. */
export const settingsQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: settingsKeys.of(userId),
    staleTime: Infinity,
    // Components that render without the settings query them too: a retry on mount would keep a failed query pending
    // forever.
    retryOnMount: false,
    queryFn: async ({ signal }) => {
      const { data } = await api.call(
        contract.settings.list,
        { params: { id: userId }, query: {} },
        { signal },
      )
      return Object.fromEntries(data.Settings.map(({ name, value }) => [name, value])) as Stored
    },
  })

/** Returns the stored settings by name; undefined while loading or signed out. `fresh` reads again what another window may have changed. */
export function useStoredSettings({ fresh = false } = {}) {
  const { session, pageOf } = useSession()
  const enabled = session !== null && pageOf !== null
  return useQuery({ ...settingsQuery(useApi(), pageOf ?? 0), enabled, ...(fresh && { staleTime: 0 }) })
}

/** Stores a setting of the signed-in user; does nothing when signed out. */
export function useStoreSetting(): (name: SettingName, value: string) => void {
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const { t } = useTranslation('settings')
  const { pageOf } = useSession()
  const { mutate } = useMutation({
    // Mutations run in order, so that the later of two changes to a setting is the one stored.
    scope: { id: 'settings' },
    mutationFn: async (change: { id: number; name: SettingName; value: string }) => {
      const body = { settingName: change.name, settingValue: change.value }
      // A change must not be lost when the page is left or reloaded just after it.
      await api.call(contract.settings.setByName, { params: { id: change.id }, body }, { keepalive: true })
    },
    onMutate: (change) =>
      cache.setQueryData<Stored>(
        settingsKeys.of(change.id),
        (stored) => stored && { ...stored, [change.name]: change.value },
      ),
    onError: () => notices.show({ kind: 'failure', title: t('notStored'), text: t('notStoredText') }),
  })
  return (name, value) => {
    if (pageOf !== null) mutate({ id: pageOf, name, value })
  }
}

/** The most characters that a browser sends after the page is left: 64 KiB for all such requests together. */
const KEPT_ALIVE = 15_000

/**
 * Returns a function that changes a setting of the signed-in user from the value that is stored now, which another window may have
 * changed since this one read it. `change` returns undefined where the value cannot be changed: it stays.
 */
export function useChangeSetting(
  name: SettingName,
): (change: (stored: string | undefined) => string | undefined) => void {
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const { t } = useTranslation('settings')
  const { pageOf } = useSession()
  const show = (id: number, value: string | undefined) =>
    cache.setQueryData<Stored>(
      settingsKeys.of(id),
      (stored) => stored && (value === undefined ? stored : { ...stored, [name]: value }),
    )
  const { mutate } = useMutation({
    scope: { id: 'settings' },
    mutationFn: async ({ id, change }: { id: number; change: Change }) => {
      const { data } = await api.call(contract.settings.list, { params: { id }, query: { name } })
      const stored = data.Settings[0]?.value
      const value = change(stored)
      if (value === undefined || value === stored) return stored
      const body = { settingName: name, settingValue: value }
      const keepalive = value.length <= KEPT_ALIVE
      await api.call(contract.settings.setByName, { params: { id }, body }, { keepalive })
      return value
    },
    onMutate: ({ id, change }) => {
      const known = cache.getQueryData<Stored>(settingsKeys.of(id))
      show(id, change(known?.[name]))
    },
    onSuccess: (value, { id }) => show(id, value),
    onError: (_error, { id }) => {
      notices.show({ kind: 'failure', title: t('notStored'), text: t('notChangedText') })
      void cache.invalidateQueries({ queryKey: settingsKeys.of(id) })
    },
  })
  return (change) => {
    if (pageOf !== null) mutate({ id: pageOf, change })
  }
}

type Change = (stored: string | undefined) => string | undefined
