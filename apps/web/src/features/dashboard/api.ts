import { useQuery } from '@tanstack/react-query'
import { inLanguage, staticFileKey, staticJson, staticText } from '#lib/static-file.ts'
import { readDashboard } from './tiles.ts'

const FILE = 'data/dashboard.json'
const SPLASH = 'md/{lang}/splash.md'

/** Returns whether the dashboard is enabled, and its tiles. */
export function useDashboardFile() {
  return useQuery({
    queryKey: staticFileKey(FILE, ''),
    queryFn: async ({ signal }) => readDashboard(await staticJson(FILE, signal)),
    staleTime: Infinity,
  })
}

/** Returns the splash page in a language, English as fallback; null when there is none. */
export function useSplash(language: string) {
  return useQuery({
    queryKey: staticFileKey(SPLASH, language),
    queryFn: async ({ signal }) => (await inLanguage(staticText, SPLASH, language, signal)) ?? null,
    staleTime: Infinity,
  })
}
