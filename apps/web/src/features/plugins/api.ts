import type { PluginId } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { staticFileKey, staticJson } from '#lib/static-file.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { readPlugins, type Plugin } from './plugin-file.ts'

const FILE = 'data/plugins.json'

/** Returns the plugins in the language of the page. */
export function usePlugins() {
  const { i18n } = useTranslation('plugins')
  return useQuery({
    queryKey: staticFileKey(FILE, ''),
    queryFn: async ({ signal }) => (await staticJson(FILE, signal)) ?? null,
    staleTime: Infinity,
    select: (file) => readPlugins(file, i18n.language),
  })
}

/** Installs or uninstalls a plugin. Uninstalling the translation forgets the languages that the person chose. */
export function useInstall() {
  const { t } = useTranslation('plugins')
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const userId = useUserId()
  const show = (id: PluginId, value: string) =>
    cache.setQueryData<object>(
      settingsKeys.of(userId),
      (stored) => stored && { ...stored, [`plugin.${id}`]: value },
    )
  const store = async (settingName: string, settingValue: string) => {
    const request = { params: { id: userId }, body: { settingName, settingValue } }
    return (await api.call(contract.settings.setByName, request)).data.setting
  }
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: async ({ plugin: { id }, installed }: { plugin: Plugin; installed: boolean }) => {
      const { value } = await store(`plugin.${id}`, String(installed))
      if (id === 'translate' && value === 'false') await store('translateDefaults', '')
      return value
    },
    onMutate: ({ plugin, installed }) => show(plugin.id, String(installed)),
    // The reply says what is stored, which the notice repeats.
    onSuccess: (value, { plugin: { id, name } }) => {
      show(id, value)
      if (id === 'translate' && value === 'false')
        cache.setQueryData<object>(
          settingsKeys.of(userId),
          (stored) => stored && { ...stored, translateDefaults: '' },
        )
      notices.show({
        kind: 'done',
        title: t(value === 'false' ? 'uninstalledNotice' : 'installedNotice', { name }),
      })
    },
    onError: (error, { plugin, installed }) => {
      show(plugin.id, String(!installed))
      notices.show({
        kind: 'failure',
        title: t(installed ? 'notInstalled' : 'notUninstalled', { name: plugin.name }),
        text: errorMessage(error).sentence,
      })
    },
  })
}
