// Help texts of the administration pages: Markdown files in the user's language, English as fallback.
import { useQuery } from '@tanstack/react-query'
import { inLanguage, staticText } from '#lib/static-file.ts'

const adminKeys = {
  help: (topic: string, language: string) => ['admin-help', topic, language] as const,
}

export type AdminTopic =
  | 'index'
  | 'users'
  | 'context-management'
  | 'token-management'
  | 'models-crud'
  | 'providers'
  | 'audit'
  | 'system'
  | 'configuration'
  | 'branding'
  | 'shares'
  | 'announcements'

/** Returns the text of a topic. `data` is undefined while loading and null when there is no such file. */
export function useAdminHelp(topic: AdminTopic, language: string) {
  return useQuery({
    queryKey: adminKeys.help(topic, language),
    queryFn: async ({ signal }): Promise<string | null> =>
      (await inLanguage(staticText, `md/{lang}/admin/${topic}.md`, language, signal)) ?? null,
    staleTime: Infinity,
  })
}
