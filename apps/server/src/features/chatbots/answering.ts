// What a chatbot answers with: whoever changes it may use the model, read the data source and the instructions.
import { CHATBOT_SOURCES, type ChatbotDraft, type ChatbotRules } from '@polylogue/contract'
import { LEVEL, type Person } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { ChatbotFacts } from './rules.ts'
import type { Answering } from './table.ts'

export interface AnsweringDeps {
  readonly models: Pick<ModelsService, 'choose' | 'askable'>
  readonly custinsts: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED */
    requireUsable(db: Queries, viewer: Person, id: number, as: 'who' | 'respond'): Promise<void>
  }
  readonly datasources: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY */
    requireUsable(db: Queries, viewer: Person, id: number): Promise<void>
  }
}

type Changed = { readonly [Name in keyof Answering]?: Answering[Name] | undefined }

/**
 * Checks what changes; unchanged values are not checked, so that a chatbot whose model was undeployed can still be renamed.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE
 */
export async function requireAnswering(
  { models, custinsts, datasources }: AnsweringDeps,
  db: Queries,
  viewer: Person,
  sent: Changed,
  before: Pick<Answering, Exclude<keyof Answering, 'options' | 'amountOfChunks'>>,
): Promise<void> {
  if (isNew(sent.datasourceId, before.datasourceId))
    await datasources.requireUsable(db, viewer, sent.datasourceId)
  if (isNew(sent.custInstWhoId, before.custInstWhoId))
    await custinsts.requireUsable(db, viewer, sent.custInstWhoId, 'who')
  if (isNew(sent.custInstRespondId, before.custInstRespondId))
    await custinsts.requireUsable(db, viewer, sent.custInstRespondId, 'respond')
  if (sent.modelTagId !== undefined && sent.modelTagId !== before.modelTagId)
    await models.choose(db, { tagId: sent.modelTagId })
}

/** Whether a request refers to something else than before. */
function isNew(sent: number | undefined, stored: number): sent is number {
  return sent !== undefined && sent !== 0 && sent !== stored
}

type Opened = Pick<ChatbotRules, 'sources' | 'origins'>
type Present = Pick<ChatbotFacts, keyof Answering | 'rules' | 'draft' | 'level'>

/**
 * Checks a published change, or a draft: what shows more of the data source, or shows it on more sites, needs read access to it,
 * or admin access to the chatbot. `before`: the rules that somebody had the right to.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY
 */
export async function requireOpening(
  { datasources }: Pick<AnsweringDeps, 'datasources'>,
  db: Queries,
  viewer: Person,
  { rules, datasourceId }: { readonly rules: Opened | undefined; readonly datasourceId: number },
  { before, level }: { readonly before: readonly Opened[]; readonly level: number },
): Promise<void> {
  if (!rules || datasourceId === 0 || level >= LEVEL.admin || !isWider(rules, before)) return
  await datasources.requireUsable(db, viewer, datasourceId)
}

function isWider({ sources, origins }: Opened, before: readonly Opened[]): boolean {
  const width = (of: Opened['sources']) => CHATBOT_SOURCES.indexOf(of)
  const known = new Set(before.flatMap((rules) => rules.origins))
  const isShown = before.some((rules) => width(rules.sources) >= width(sources))
  return !isShown || origins.some((origin) => !known.has(origin))
}

/**
 * Checks a draft like a published change. What it keeps of the chatbot or of the stored draft is not checked: whoever publishes
 * it is asked again.
 * @throws Problem as `requireAnswering`
 */
export async function requireDraft(
  deps: AnsweringDeps,
  db: Queries,
  viewer: Person,
  draft: ChatbotDraft,
  bot: Present,
): Promise<void> {
  const stored = bot.draft ?? {}
  const drafted = (name: (typeof REFERENCES)[number]) => (draft[name] === bot[name] ? undefined : draft[name])
  const sent = Object.fromEntries(REFERENCES.map((name) => [name, drafted(name)]))
  const kept = Object.fromEntries(REFERENCES.map((name) => [name, stored[name] ?? bot[name]]))
  await requireAnswering(deps, db, viewer, sent, { ...bot, ...kept })
  const before = [bot.rules, ...(stored.rules ? [stored.rules] : [])]
  const opening = { rules: draft.rules, datasourceId: draft.datasourceId ?? bot.datasourceId }
  await requireOpening(deps, db, viewer, opening, { before, level: bot.level })
}

const REFERENCES = ['modelTagId', 'datasourceId', 'custInstWhoId', 'custInstRespondId'] as const
