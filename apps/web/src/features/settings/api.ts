// The user's stored settings. A change applies to this browser at once; storing it applies it on every device.
import type { SettingName } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import {
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { settingsKeys } from './keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSession } from '#features/session/index.ts'

export type Stored = Partial<Record<SettingName, string>>

/** Query options for the stored settings of a user, by name. */
export const settingsQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: settingsKeys.of(userId),
    staleTime: Infinity,
    // Components that render without the settings query them too: a retry on mount would keep a failed query pending
    // forever.
    retryOnMount: false,
    queryFn: async ({ client, signal }) => {
      const withChanges = noteChanges(client, userId)
      const { data } = await api.call(
        contract.settings.list,
        { params: { id: userId }, query: {} },
        { signal },
      )
      // The reply may be older than what the user changed while it was on its way.
      return withChanges(Object.fromEntries(data.Settings.map(({ name, value }) => [name, value])) as Stored)
    },
  })

/** Returns a function that adds the changes to stored settings that are not stored yet now, or are made before it is called. */
function noteChanges(cache: QueryClient, userId: number): (stored: Stored) => Stored {
  const all = () => cache.getMutationCache().findAll({ mutationKey: settingsKeys.of(userId) })
  const before = new Set(all().filter(({ state }) => state.status !== 'pending'))
  return (stored) =>
    all()
      .filter((mutation) => !before.has(mutation))
      .reduce((now, { state }) => {
        const change = state.variables as Changed
        const isTakenBack = state.status === 'error' && typeof change.value !== 'string'
        return isTakenBack ? now : withChange(now, change, state.data as string | undefined)
      }, stored)
}

export type Change = (stored: string | undefined) => string | undefined

/** A change of a setting; a function where the value follows from the stored one. */
export interface Changed {
  id: number
  name: SettingName
  value: string | Change
}

/** Returns the settings with a change: `value` once it is stored. */
export function withChange(stored: Stored, change: Changed, value?: string): Stored {
  const next = value ?? (typeof change.value === 'string' ? change.value : change.value(stored[change.name]))
  return next === undefined ? stored : { ...stored, [change.name]: next }
}

/** Whether a change of this setting is shown and not stored yet. */
export function useIsStoring(name: SettingName): boolean {
  const { pageOf } = useSession()
  const isOfName = ({ state }: { state: { variables?: unknown } }) =>
    (state.variables as Changed).name === name
  return useIsMutating({ mutationKey: settingsKeys.of(pageOf ?? 0), predicate: isOfName }) > 0
}

/** Returns the stored settings by name; undefined while loading or signed out. `fresh` reads again what another window may have changed. */
export function useStoredSettings({ fresh = false } = {}) {
  const { session, pageOf } = useSession()
  const enabled = session !== null && pageOf !== null
  return useQuery({ ...settingsQuery(useApi(), pageOf ?? 0), enabled, ...(fresh && { staleTime: 0 }) })
}

/**
 * Stores a setting of the signed-in user; does nothing when signed out. A value that follows from the stored one waits until
 * the settings are loaded; undefined leaves it.
 */
export function useStoreSetting(): (name: SettingName, value: string | Change) => void {
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const { t } = useTranslation('settings')
  const { pageOf } = useSession()
  const fail = () => notices.show({ kind: 'failure', title: t('notStored'), text: t('notStoredText') })
  const { mutate } = useMutation({
    // Mutations run in order, so that the later of two changes to a setting is the one stored.
    scope: { id: 'settings' },
    mutationKey: settingsKeys.of(pageOf ?? 0),
    mutationFn: async (change: Changed & { value: string }) => {
      const body = { settingName: change.name, settingValue: change.value }
      // A change must not be lost when the page is left or reloaded just after it.
      await api.call(contract.settings.setByName, { params: { id: change.id }, body }, { keepalive: true })
    },
    onMutate: (change) =>
      cache.setQueryData<Stored>(
        settingsKeys.of(change.id),
        (stored) => stored && withChange(stored, change),
      ),
    onError: fail,
  })
  return (name, value) => {
    if (pageOf === null) return
    const store = (next?: string) => next !== undefined && mutate({ id: pageOf, name, value: next })
    if (typeof value === 'string') store(value)
    else
      cache.ensureQueryData(settingsQuery(api, pageOf)).then(
        (stored) => store(value(stored[name])),
        // Nothing was applied: the stored value is not known.
        () => notices.show({ kind: 'failure', title: t('notStored') }),
      )
  }
}
