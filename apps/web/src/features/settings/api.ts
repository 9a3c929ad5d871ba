// One's stored settings. What is chosen on this browser holds at once; storing it lets it hold everywhere.
import type { SettingName } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '../../lib/api.ts'
import { useNotices } from '../../lib/notices.ts'
import { settingsKeys } from './keys.ts'
import { useTranslation } from '../../lib/texts.ts'
import { useSession } from '../session/index.ts'

type Stored = Partial<Record<SettingName, string>>

/** How a person's stored settings are asked for, by name. */
export const settingsQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: settingsKeys.of(userId),
    staleTime: Infinity,
    // Much of what stands on the page without them asks for them, too: it would be waited for anew, for ever.
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

/** The stored settings by name; undefined while they are not known or nobody is signed in. */
export function useStoredSettings() {
  const { session, pageOf } = useSession()
  const enabled = session !== null && pageOf !== null
  return useQuery({ ...settingsQuery(useApi(), pageOf ?? 0), enabled })
}

/** Stores a setting of the signed-in person; does nothing while nobody is. */
export function useStoreSetting(): (name: SettingName, value: string) => void {
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const { t } = useTranslation('settings')
  const { pageOf } = useSession()
  const { mutate } = useMutation({
    // One after the other, as they were made: of two changes of a setting the later one is stored.
    scope: { id: 'settings' },
    mutationFn: async (change: { id: number; name: SettingName; value: string }) => {
      const body = { settingName: change.name, settingValue: change.value }
      await api.call(contract.settings.setByName, { params: { id: change.id }, body })
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
