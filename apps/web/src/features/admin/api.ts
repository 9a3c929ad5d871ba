// The help of administration: Markdown files beside the product, in the reader's language where there is one, else in English.
import { useQuery } from '@tanstack/react-query'
import { adminKeys } from './keys.ts'
import { inLanguage, staticText } from '../../lib/static-file.ts'

export type AdminTopic =
  | 'index'
  | 'users'
  | 'context-management'
  | 'token-management'
  | 'models-crud'
  | 'providers'
  | 'audit'

/** A topic's text; undefined data while it loads, null when there is none. */
export function useAdminHelp(topic: AdminTopic, language: string) {
  return useQuery({
    queryKey: adminKeys.help(topic, language),
    queryFn: async ({ signal }): Promise<string | null> =>
      (await inLanguage(staticText, `md/{lang}/admin/${topic}.md`, language, signal)) ?? null,
    staleTime: Infinity,
  })
}
