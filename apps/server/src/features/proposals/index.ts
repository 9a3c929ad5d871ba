import type { Routes } from '#http/routes.ts'
import { externalWelcome, type ExternalWelcomeDeps } from './external.ts'
import { proposalsRoutes } from './routes.ts'
import { proposalsService } from './service.ts'

interface ProposalsDeps extends Omit<ExternalWelcomeDeps, 'url'> {
  /** Folders with `data/prompt-proposals/{language}.json`; a file in an earlier folder overrides one in a later. */
  readonly folders: readonly string[]
  /** The base address of the service that chooses what an empty chat proposes; undefined for this server. */
  readonly url: string | undefined
}

/** Suggested prompts of an empty chat, from files or from a service. The owner must close it. */
export function proposalsFeature({ folders, url, ...deps }: ProposalsDeps): {
  readonly routes: Routes
  close(): Promise<void>
} {
  const welcome = url === undefined ? undefined : externalWelcome({ ...deps, url })
  return {
    routes: proposalsRoutes(proposalsService({ folders, welcome })),
    close: async () => welcome?.close(),
  }
}
