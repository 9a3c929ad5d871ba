// Prompt ideas: of the product and its users, or of an external service (PROMPT-5).
import type { Routes } from '#http/routes.ts'
import { announced, type AnnouncingDeps } from './announcing.ts'
import { externalIdeas, type ExternalIdeasDeps } from './external.ts'
import { listen, type ListenerDeps } from './listeners.ts'
import { ideasRoutes } from './routes.ts'
import { ownIdeas, type OwnIdeasDeps } from './service.ts'
import { openTexts } from './texts.ts'

interface IdeasDeps extends Omit<OwnIdeasDeps, 'texts'>, Omit<ExternalIdeasDeps, 'url'> {
  readonly bus: AnnouncingDeps['bus'] & ListenerDeps['bus']
  readonly live: ListenerDeps['live']
  /** Folders with `data/prompt-ideas/{language}.json`; a text in an earlier folder overrides one in a later. */
  readonly folders: readonly string[]
  /** The base address of the service that keeps the ideas; undefined for this server's database. */
  readonly url: string | undefined
}

/** Opens the calls. The owner must close it. */
export function ideasFeature({ folders, url, ...deps }: IdeasDeps): {
  readonly routes: Routes
  close(): Promise<void>
} {
  const external = url === undefined ? undefined : externalIdeas({ ...deps, url })
  const service = external?.service ?? ownIdeas({ ...deps, texts: openTexts(folders) })
  const leave = listen(deps)
  return {
    routes: ideasRoutes(announced(service, deps)),
    async close() {
      leave()
      await external?.close()
    },
  }
}
