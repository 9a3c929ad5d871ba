// Help topics: Markdown files in the user's language, English as fallback.
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { modelKeys } from '#features/models/keys.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import { staticFileKey, staticJson, staticText } from '#lib/static-file.ts'
import { readRoutes, type HelpRoute } from './routes.ts'
import { topicOf, type Topic } from './topic.ts'

const helpKeys = {
  topic: (topic: string, language: string) => ['help', topic, language] as const,
  topics: (language: string) => ['help', language] as const,
}

/** A topic with its name in the URL and its language: English when the requested language has none. */
export interface LoadedTopic extends Topic {
  name: string
  language: string
}

/** Returns a topic by its name in the URL; `data` is undefined while loading and null when there is none. */
export function useTopic(name: string, language: string) {
  return useQuery({
    queryKey: helpKeys.topic(name, language),
    queryFn: async ({ signal }): Promise<LoadedTopic | null> =>
      /^[a-z]+(-[a-z]+)*$/.test(name) ? ((await load(name, language, signal)) ?? null) : null,
    staleTime: Infinity,
  })
}

/** Returns the topics of the list, in order, with their searchable text; without those of plugins that are not installed. */
export function useTopics(language: string) {
  const routes = useHelpRoutes()
  const missing = useMissingPlugin()
  return useQuery({
    queryKey: helpKeys.topics(language),
    enabled: routes.data !== undefined,
    queryFn: async ({ signal }) => {
      const loading = (routes.data ?? []).map(({ name }) => load(name, language, signal))
      return (await Promise.all(loading)).filter((topic) => topic !== undefined)
    },
    staleTime: Infinity,
    select: (topics) => topics.filter(({ name }) => missing(name) === undefined),
  })
}

/** Returns a function that names the plugin of a topic if it is not installed; undefined for every other topic. */
export function useMissingPlugin(): (topic: string) => string | undefined {
  const routes = useHelpRoutes().data
  const isInstalled = useIsInstalled()
  return (topic) => {
    const plugin = routes?.find(({ name }) => name === topic)?.plugin
    return plugin === undefined || isInstalled(plugin) ? undefined : plugin
  }
}

/** Returns the list of topics and their hierarchy. */
export function useHelpRoutes() {
  return useQuery({
    queryKey: staticFileKey(ROUTES, ''),
    queryFn: async ({ signal }): Promise<readonly HelpRoute[]> =>
      readRoutes(await staticJson(ROUTES, signal)),
    staleTime: Infinity,
  })
}

const ROUTES = 'data/help-routes.json'

/** A model with its tags. */
export function useModel(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: modelKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.models.get, { params: { id } }, { signal })).data.model,
    staleTime: 60_000,
  })
}

async function load(name: string, language: string, signal: AbortSignal): Promise<LoadedTopic | undefined> {
  const own = await staticText(`md/${language}/help/${name}.md`, signal)
  if (own !== undefined) return { ...topicOf(own), name, language }
  if (language === 'en') return undefined
  const english = await staticText(`md/en/help/${name}.md`, signal)
  return english === undefined ? undefined : { ...topicOf(english), name, language: 'en' }
}
