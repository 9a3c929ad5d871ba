// The list of topics from /static/data/help-routes.json.
import { asList, asText, isRecord } from '#lib/json.ts'

export interface HelpRoute {
  name: string
  related: readonly string[]
  /** The picture of its page in /static/pictures. */
  picture: string | undefined
  /** The plugin that the topic is about: who uninstalled it is not offered the topic (PLUGIN-1). */
  plugin: string | undefined
}

/** Parses the file; invalid topics are skipped. */
export function readRoutes(value: unknown): HelpRoute[] {
  const topics = isRecord(value) ? asList(value['topics']) : []
  return topics
    .map(({ name, related, picture, plugin }) => ({
      name: asText(name),
      picture: asText(picture) || undefined,
      plugin: asText(plugin) || undefined,
      related: Array.isArray(related) ? related.filter((other) => typeof other === 'string') : [],
    }))
    .filter(({ name }) => name !== '')
}
