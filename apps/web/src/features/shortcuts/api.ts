import { useQuery } from '@tanstack/react-query'
import { inLanguage, staticFileKey, staticJson } from '#lib/static-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { readShortcuts } from './list.ts'

const PATH = 'data/keyboard-shortcuts/{lang}.json'

/** Returns the list of shortcuts in the user's language. */
export function useShortcutFile() {
  const { language } = useTranslation().i18n
  return useQuery({
    queryKey: staticFileKey(PATH, language),
    queryFn: async ({ signal }) => readShortcuts(await inLanguage(staticJson, PATH, language, signal)),
    staleTime: Infinity,
  })
}
