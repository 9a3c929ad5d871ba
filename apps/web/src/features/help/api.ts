// Help topics: Markdown files beside the product, in the reader's language where there is one, else in English.
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../lib/query.ts'
import { topicOf, type Topic } from './topic.ts'

/** A topic by its name in the address; undefined data while it loads, null when there is none. */
export function useTopic(name: string, language: string) {
  return useQuery({
    queryKey: keys.help(name, language),
    queryFn: async ({ signal }): Promise<Topic | null> => {
      if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return null
      const text = (await fetchTopic(name, language, signal)) ?? (await fetchTopic(name, 'en', signal))
      return text === undefined ? null : topicOf(text)
    },
    staleTime: Infinity,
  })
}

async function fetchTopic(name: string, language: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(`/static/md/${language}/help/${name}.md`, { signal })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}
