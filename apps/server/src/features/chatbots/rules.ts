// Why a chatbot does not answer, the response form, and origins. Pure.
import { roleOf, type ChatBot, type ChatbotState, type WidgetConfig } from '@polylogue/contract'
import { LEVEL, toSharesResponse, type Person } from '#access/index.ts'
import type { ItemFacts } from '#access/items/index.ts'
import { Problem } from '#problem.ts'
import type { chatbots } from './table.ts'

export type ChatbotFacts = ItemFacts<typeof chatbots>

/** What decides whether a chatbot answers, as it is now. */
export interface StateFacts {
  readonly validUntil: Date
  readonly origins: readonly string[]
  /** The owner's level on the project of its tab; null when the tab or the project is deleted. */
  readonly tabLevel: number | null
  readonly ownerRoleId: number
  readonly ownerCanUseUi: boolean
  /** Undefined when its model cannot be asked. */
  readonly model: { readonly isLocal: boolean } | undefined
  /** Whether the owner may read the instructions. */
  readonly hasInstructions: boolean
  readonly datasourceId: number
  /** Null when the data source is gone. */
  readonly source: { readonly level: number; readonly label: string } | null
}

/** States in which it answers: a program with the secret needs no origin. */
const OPEN: ReadonlySet<ChatbotState> = new Set(['answers', 'no-origin'])
export const isOpen = (state: ChatbotState): boolean => OPEN.has(state)

/** Returns why a chatbot does not answer now. */
export function stateOf(
  facts: StateFacts,
  now: Date,
  { isLocalOnly }: { isLocalOnly(label: string): boolean },
): ChatbotState {
  const may = (permission: 'can_use_chat' | 'can_use_chatbots' | 'can_use_datasources') =>
    roleOf(facts.ownerRoleId)?.permissions.includes(permission) ?? false
  if (facts.validUntil.getTime() <= now.getTime()) return 'expired'
  if (!facts.ownerCanUseUi || !may('can_use_chatbots') || !may('can_use_chat')) return 'owner-gone'
  // Asking in a tab needs as much.
  if ((facts.tabLevel ?? 0) < LEVEL.write) return 'tab-gone'
  if (!facts.model) return 'model-gone'
  if (!facts.hasInstructions) return 'instructions-gone'
  if (facts.datasourceId !== 0) {
    const { source } = facts
    if (!source || source.level < LEVEL.read || !may('can_use_datasources')) return 'source-gone'
    if (isLocalOnly(source.label) && !facts.model.isLocal) return 'source-confidential'
  }
  return facts.origins.length === 0 ? 'no-origin' : 'answers'
}

/** The values of a chatbot that other tables have. */
export interface RelatedFacts {
  readonly state: ChatbotState
  readonly modelId: number
  /** Of its tab, where the viewer may read that. */
  readonly projectId: number
  readonly tabName: string
  readonly unanswered: number
}

export function toChatbotResponse(
  viewer: Person,
  bot: ChatbotFacts,
  related: RelatedFacts,
  secret: string,
): ChatBot {
  const mayEdit = bot.level >= LEVEL.write
  const { id, uuid, name, description, identifier, widget, rules, ownerId, draft } = bot
  return {
    id,
    uuId: uuid,
    name,
    description,
    validUntil: bot.validUntil.toISOString(),
    refProjectTabId: bot.tabId ?? 0,
    identifier,
    secret,
    refProject: {
      projectId: related.projectId,
      tabName: related.tabName,
      defaultModelId: related.modelId,
      defaultModelTagId: bot.modelTagId,
      defaultDatasourceId: bot.datasourceId,
      amountOfChunks: bot.amountOfChunks,
      custInstWhoId: bot.custInstWhoId,
      custInstRespondId: bot.custInstRespondId,
    },
    widget,
    rules,
    draft: mayEdit ? draft : null,
    state: related.state,
    published: bot.published.toISOString(),
    unanswered: mayEdit ? related.unanswered : 0,
    ownerId,
    assocContexts: toSharesResponse(viewer, bot),
    context: { id: bot.contextId, ownerContextId: bot.ownerContextId },
    created: bot.created.toISOString(),
    modified: bot.modified.toISOString(),
  }
}

/** Whether a viewer sees and renews the secret: a copied API token must not. */
export const mayHoldKeys = (viewer: Person, { ownerId }: Pick<ChatbotFacts, 'ownerId'>): boolean =>
  viewer.kind === 'person' && viewer.userId === ownerId

/** Everything that a page gets of a chatbot; nothing else leaves by this way. */
export const toWidgetConfig = (
  { widget, rules }: Pick<ChatbotFacts, 'widget' | 'rules'>,
  isOpen: boolean,
): WidgetConfig => ({
  widget,
  questionLength: rules.questionLength,
  sources: rules.sources,
  contact: rules.contact,
  isOpen,
})

/**
 * Returns origins as browsers send them, each once.
 * @throws Problem ORIGIN_INVALID for anything but scheme, host and port of http and https
 */
export function originsOf(sent: readonly string[]): string[] {
  const origins = [...new Set(sent.map(originIn))]
  let length = 0
  for (const origin of origins) if ((length += origin.length + 1) > MOST_CHARACTERS) throw invalid(origin)
  return origins
}

/** All of them stand in one header of the page for frames. */
const MOST_CHARACTERS = 4_000
/** The parser of addresses lets characters pass that end a rule of that header. */
const HOST = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])$/

const invalid = (origin: string) => new Problem('ORIGIN_INVALID', { origin: origin.slice(0, 100) })

function originIn(sent: string): string {
  const text = sent.trim()
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    // Also of “https://a.example/?” and of names and passwords, which an origin has not.
    /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) &&
    HOST.test(url.hostname)
  if (!isOrigin) throw invalid(text)
  return url.origin
}
