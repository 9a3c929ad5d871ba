import { useQuery } from '@tanstack/react-query'
import { keys } from '../../lib/query.ts'
import { inLanguage, staticJson } from '../../lib/static-file.ts'
import { isMac } from '../../lib/shortcuts.ts'
import { useTranslation } from '../../lib/texts.ts'
import { keyName, readShortcuts } from './list.ts'

const PATH = 'data/keyboard-shortcuts/{lang}.json'

/** The list of shortcuts in the interface's language. */
export function useShortcutFile() {
  const { language } = useTranslation().i18n
  return useQuery({
    queryKey: keys.staticFile(PATH, language),
    queryFn: async ({ signal }) => readShortcuts(await inLanguage(staticJson, PATH, language, signal)),
    staleTime: Infinity,
  })
}

/** Writes keys in a line, as they are printed: “Ctrl K”. */
export function useKeyLabel(): (keys: readonly string[]) => string {
  const { data } = useShortcutFile()
  const names = data?.names ?? { Mod: 'Ctrl' }
  return (keys) => keys.map((key) => keyName(key, names, isMac())).join(' ')
}
