import type { PluginSetting, SettingName } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { staticFileKey, staticJson } from '#lib/static-file.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { readPlugins, shippedPlugins, type Plugin } from './plugin-file.ts'

const FILE = 'data/plugins.json'

/** Returns the plugins of the product in the language of the page. */
export function useProductPlugins() {
  const { i18n } = useTranslation('plugins')
  return useQuery({
    queryKey: staticFileKey(FILE, ''),
    queryFn: async ({ signal }) => {
      const file = await staticJson(FILE, signal)
      if (file === undefined) throw new Error(`There is no file /static/${FILE}`)
      return file
    },
    staleTime: Infinity,
    select: (file) => readPlugins(file, i18n.language),
  })
}

export const shippedKeys = { list: ['plugins'] as const }

/** Returns the plugins that the installation ships. Another window may have changed what they are allowed. */
function useShippedPlugins() {
  const { i18n } = useTranslation('plugins')
  const api = useApi()
  return useQuery({
    queryKey: shippedKeys.list,
    queryFn: async ({ signal }) => (await api.call(contract.plugins.list, {}, { signal })).data.plugins,
    refetchOnWindowFocus: true,
    select: (list) => shippedPlugins(list, i18n.language),
  })
}

/** Returns all plugins: those of the product, then those of the installation. */
export function usePlugins() {
  const own = useProductPlugins()
  const shipped = useShippedPlugins()
  return {
    data: own.data && shipped.data ? [...own.data, ...shipped.data] : undefined,
    error: own.error ?? shipped.error,
    isError: own.isError || shipped.isError,
    refetch: () => Promise.all([own.refetch(), shipped.refetch()]),
  }
}

/** A change of a setting, as features/settings/api.ts knows them. */
interface Switched {
  id: number
  name: SettingName | PluginSetting
  value: string
  plugin: Pick<Plugin, 'id' | 'name'>
}

/** Installs and uninstalls plugins. Uninstalling the translation first forgets the languages that the person chose. */
export function useInstall() {
  const { t } = useTranslation('plugins')
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const userId = useUserId()
  const show = (change: Partial<Record<SettingName | PluginSetting, string>>) =>
    cache.setQueryData<object>(settingsKeys.of(userId), (stored) => stored && { ...stored, ...change })
  const store = async (settingName: string, settingValue: string) => {
    const request = { params: { id: userId }, body: { settingName, settingValue } }
    return (await api.call(contract.settings.setByName, request)).data.setting
  }
  const { mutate, isPending } = useMutation({
    scope: { id: 'settings' },
    // Settings that are being loaded get the change (features/settings/api.ts).
    mutationKey: settingsKeys.of(userId),
    mutationFn: async ({ name, value, plugin }: Switched) => {
      if (plugin.id === 'translate' && value === 'false') {
        await store('translateDefaults', '')
        show({ translateDefaults: '' })
      }
      return (await store(name, value)).value
    },
    onMutate: ({ name, value }) => show({ [name]: value }),
    // The reply says what is stored, which the notice repeats.
    onSuccess: (value, { name, plugin }) => {
      show({ [name]: value })
      notices.show({
        kind: 'done',
        title: t(value === 'false' ? 'uninstalledNotice' : 'installedNotice', { name: plugin.name }),
      })
    },
    onError: (error, { name, value, plugin }) => {
      show({ [name]: String(value !== 'true') })
      notices.show({
        kind: 'failure',
        title: t(value === 'true' ? 'notInstalled' : 'notUninstalled', { name: plugin.name }),
        text: errorMessage(error).sentence,
      })
    },
  })
  return {
    isPending,
    set: (plugin: Pick<Plugin, 'id' | 'name'>, installed: boolean) =>
      mutate({ id: userId, name: `plugin.${plugin.id}`, value: String(installed), plugin }),
  }
}
