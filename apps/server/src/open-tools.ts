// Opens the features that help to write prompts (translation, proposals, ideas), the tools that describe the server, and its
// branding.
import { customerOf } from './config-customer.ts'
import type { ItemsDeps } from './access/items/index.ts'
import type { AnswersFeature } from './features/answers/index.ts'
import { brandingFeature } from './features/branding/index.ts'
import { ideasFeature } from './features/ideas/index.ts'
import type { QueriesService } from './features/queries/index.ts'
import type { ModelsService } from './features/models/index.ts'
import type { NotificationsFeature } from './features/notifications/index.ts'
import { proposalsFeature } from './features/proposals/index.ts'
import { toolsFeature, type ReadyCheck } from './features/tools/index.ts'
import { translateFeature } from './features/translate/index.ts'
import type { Platform } from './open-platform.ts'
import { Problem } from './problem.ts'

/** Fails as soon as the server stops, while its running answers continue. */
function takesQuestions(answers: Pick<AnswersFeature, 'stopping'>): ReadyCheck {
  return {
    name: 'questions',
    check: () =>
      Promise.resolve(answers.stopping() ? new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 }) : undefined),
  }
}

/** Fails while documents, attachments and pictures can be neither read nor stored. */
function hasMedia(blobs: Platform['blobs']): ReadyCheck {
  return { name: 'media store', check: () => blobs.problem() }
}

/** Opens translation, prompt proposals, ideas, tools and the branding; close it to close their connections. */
export function openTools(
  platform: Platform & Pick<ItemsDeps, 'audit'>,
  models: ModelsService,
  { answers, queries }: { answers: AnswersFeature; queries: { service: QueriesService } },
  live: NotificationsFeature,
) {
  const { config, staticRoots: folders } = platform
  const { translators, limits } = config.file
  const languages = () => platform.configuration.current().languages
  const customer = customerOf(config.file)
  if (customer.note) platform.log.warn(customer.note)
  const branding = brandingFeature({ ...platform, customer: customer.id })
  const ideas = ideasFeature({ ...platform, live, folders, languages, url: config.file.ideas?.url })
  const proposals = proposalsFeature({ ...platform, folders, url: config.file.proposals?.url })
  const translate = translateFeature({
    ...platform,
    config: translators,
    timeoutMs: limits.idleMs,
    models,
    queries: queries.service,
    answer: (asked) => answers.answerDirectly(asked),
  })
  const tools = toolsFeature({
    ...platform,
    readyChecks: [takesQuestions(answers), hasMedia(platform.blobs)],
    version: config.version,
    operator: config.file,
  })
  return {
    features: [tools, branding, proposals, ideas, translate],
    branding: branding.service,
    async close() {
      for (const part of [translate, proposals, ideas]) await part.close()
    },
  }
}
