import { useQuery } from '@tanstack/react-query'
import { useAppName } from '#lib/config.ts'
import { staticFileKey, staticText } from '#lib/static-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { notesFor } from './whats-new.ts'

/** Returns the release notes in the user's language, English as fallback; null when there are none. */
export function useReleaseNotes() {
  const { language } = useTranslation().i18n
  const appName = useAppName()
  return useQuery({
    queryKey: staticFileKey('release-notes', language),
    queryFn: async ({ signal }) => {
      const own =
        language === 'en' ? undefined : await staticText(`data/RELEASE-NOTES.${language}.md`, signal)
      return own ?? (await staticText('data/RELEASE-NOTES.md', signal)) ?? null
    },
    select: (text) => (text === null ? null : notesFor(text, appName)),
    staleTime: Infinity,
  })
}
