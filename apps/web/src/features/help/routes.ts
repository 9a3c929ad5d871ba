// The list of topics as /static/data/help-routes.json has it.
import { asList, asText, isRecord } from '../../lib/static-file.ts'

export interface HelpRoute {
  name: string
  related: readonly string[]
}

/** Reads the file; what is no topic in it is left out. */
export function readRoutes(value: unknown): HelpRoute[] {
  const topics = isRecord(value) ? asList(value['topics']) : []
  return topics
    .map(({ name, related }) => ({
      name: asText(name),
      related: Array.isArray(related) ? related.filter((other) => typeof other === 'string') : [],
    }))
    .filter(({ name }) => name !== '')
}
