// Changes of a setting that another window may change, too. Apart from `api.ts`, because few pages need them.
import type { SettingName } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSession } from '#features/session/index.ts'
import { withChange, type Change, type Changed, type Stored } from './api.ts'
import { settingsKeys } from './keys.ts'

/** The most characters that a browser sends after the page is left: 64 KiB for all such requests together. */
const KEPT_ALIVE = 15_000

interface SettingChange extends Changed {
  value: Change
  onStored: (() => void) | undefined
}

/**
 * Returns a function that changes a setting of the signed-in user from the value that is stored now, which another window may have
 * changed since this one read it. `change` returns undefined where the value cannot be changed: it stays. `onStored` is called once
 * the change is stored, also if the component is gone by then.
 */
export function useChangeSetting(name: SettingName): (change: Change, onStored?: () => void) => void {
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const { t } = useTranslation(['settings', 'startup'])
  const { pageOf } = useSession()
  const { mutate } = useMutation({
    scope: { id: 'settings' },
    mutationKey: settingsKeys.of(pageOf ?? 0),
    mutationFn: async ({ id, value: change }: SettingChange) => {
      const { data } = await api.call(contract.settings.list, { params: { id }, query: { name } })
      const stored = data.Settings[0]?.value
      const value = change(stored)
      if (value === undefined) throw new Error(`The stored ${name} leave no room for the change`)
      if (value === stored) return stored
      const body = { settingName: name, settingValue: value }
      const keepalive = value.length <= KEPT_ALIVE
      await api.call(contract.settings.setByName, { params: { id }, body }, { keepalive })
      return value
    },
    onMutate: (change) =>
      cache.setQueryData<Stored>(
        settingsKeys.of(change.id),
        (stored) => stored && withChange(stored, change),
      ),
    onSuccess: (value, change) => {
      // Later changes wait for their turn, and are shown already.
      const later = cache
        .getMutationCache()
        .findAll({ mutationKey: settingsKeys.of(change.id), status: 'pending' })
        .map(({ state }) => state.variables as Changed)
        .filter((other) => other !== change && other.name === name)
      cache.setQueryData<Stored>(
        settingsKeys.of(change.id),
        (stored) =>
          stored &&
          later.reduce(
            (now, next) => withChange(now, next),
            value === undefined ? stored : { ...stored, [name]: value },
          ),
      )
      change.onStored?.()
    },
    onError: (_error, { id }) => {
      notices.show({ kind: 'failure', title: t('notStored'), text: t('startup:notChangedText') })
      void cache.invalidateQueries({ queryKey: settingsKeys.of(id) })
    },
  })
  return (change, onStored) => {
    if (pageOf !== null) mutate({ id: pageOf, name, value: change, onStored })
  }
}
