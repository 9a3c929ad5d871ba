import { useQuery } from '@tanstack/react-query'
import { inLanguage, staticFileKey, staticJson } from '#lib/static-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { readScenario } from './scenario.ts'

const PATH = 'data/app-tour-scenarios/{lang}.json'

/** Returns the tour in the user's language; fetches only when `needed`. */
export function useScenario(needed = true) {
  const { language } = useTranslation().i18n
  return useQuery({
    queryKey: staticFileKey(PATH, language),
    enabled: needed,
    queryFn: async ({ signal }) => readScenario(await inLanguage(staticJson, PATH, language, signal)),
    staleTime: Infinity,
  })
}
