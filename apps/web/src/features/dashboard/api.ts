import { useQuery } from '@tanstack/react-query'
import { inLanguage, staticFileKey, staticJson, staticText } from '../../lib/static-file.ts'
import { readDashboard } from './tiles.ts'

const FILE = 'data/dashboard.json'
const SPLASH = 'md/{lang}/splash.md'

/** Whether there is a dashboard, and its tiles. */
export function useDashboardFile() {
  return useQuery({
    queryKey: staticFileKey(FILE, ''),
    queryFn: async ({ signal }) => readDashboard(await staticJson(FILE, signal)),
    staleTime: Infinity,
  })
}

/** The text of the splash page in a language, else in English; null when there is none. */
export function useSplash(language: string) {
  return useQuery({
    queryKey: staticFileKey(SPLASH, language),
    queryFn: async ({ signal }) => (await inLanguage(staticText, SPLASH, language, signal)) ?? null,
    staleTime: Infinity,
  })
}
