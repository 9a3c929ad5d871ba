// Creates chats: projects of type 0 with one tab, named after their first question (features/conversation).
import type { ListedProject, Tab } from '@polylogue/contract'
import { contract, isProvisionalName, provisionalName, RETRIEVED_CHUNKS } from '@polylogue/contract/browser'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#lib/api.ts'
import type { ChatStart } from '#lib/begin-chat.ts'
import { perPage } from '#lib/per-page.ts'
import { noneAsEmpty } from '#lib/query.ts'
import { messageKeys } from '#features/conversation/keys.ts'
import { projectKeys } from '../keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { firstChoice, modelsQuery } from '#features/models/index.ts'
import { settingsQuery } from '#features/settings/index.ts'
import { CHAT_TYPE, knowsNoChat } from '../api.ts'

/** Number of recent chats in which to look for an unused one. */
const LOOKED_AT = 20

/** For whom and in which language a chat is created. */
export interface ChatMaker {
  api: Api
  cache: QueryClient
  userId: number
  language: string
}

/** The data source of a new chat, and how many passages its questions get. */
type Use = Pick<ChatStart, 'datasourceId' | 'amountOfChunks'>

/** The pending requests by user and data source: a double click creates one chat. */
const underWayOf = perPage(() => new Map<string, Promise<number>>())

/**
 * Resolves with the id of a chat without questions: the newest existing one, or a new one. It has the model that the server
 * gives a new chat, and uses the data source, or none.
 */
export function newChat(maker: ChatMaker, use: Use = {}): Promise<number> {
  const { datasourceId = 0, amountOfChunks = RETRIEVED_CHUNKS.default } = use
  const key = `${maker.userId} ${datasourceId} ${amountOfChunks}`
  const underWay = underWayOf(maker.cache)
  const pending = underWay.get(key)
  if (pending) return pending
  const made = findOrMake(maker, { datasourceId, amountOfChunks }).finally(() => underWay.delete(key))
  underWay.set(key, made)
  return made
}

async function findOrMake(maker: ChatMaker, use: Required<Use>): Promise<number> {
  const untouched = await findUntouched(maker, use)
  return untouched?.id ?? (await createChat(maker, use)).projectId
}

/** Creates a chat; resolves with its tab. */
export async function createChat(
  { api, cache, language }: Omit<ChatMaker, 'userId'>,
  { model, datasourceId = 0, amountOfChunks, tab = {} }: ChatStart,
): Promise<Tab> {
  const body = {
    name: provisionalName(language),
    autoNamed: true,
    type: CHAT_TYPE,
    ...(model ? { defaultModelId: model.modelId, defaultModelTagId: model.modelTagId } : {}),
    ...(datasourceId === 0 ? {} : { defaultDatasourceId: datasourceId }),
    ...(amountOfChunks === undefined ? {} : { amountOfChunks }),
  }
  const { project } = (await api.call(contract.projects.create, { body })).data
  const { projecttab } = (await api.call(contract.tabs.create, { params: { id: project.id }, body: tab }))
    .data
  cache.setQueryData(projectKeys.one(project.id), project)
  cache.setQueryData(tabKeys.of(project.id), [projecttab])
  cache.setQueryData(messageKeys.of(projecttab.id), { messages: [], nextCursor: null })
  void cache.invalidateQueries({ queryKey: projectKeys.lists })
  return projecttab
}

/** Resolves with the newest chat of the user that has no question, has the model of a new chat, and uses the data source. */
async function findUntouched(
  { api, cache, userId }: ChatMaker,
  { datasourceId, amountOfChunks }: Required<Use>,
): Promise<ListedProject | undefined> {
  if (knowsNoChat(cache, userId)) return undefined
  const query = { kind: 'chat' as const, limit: LOOKED_AT }
  const [chats, models, settings] = await Promise.all([
    noneAsEmpty(
      api.call(contract.projects.list, { params: { id: userId }, query }).then(({ data }) => data.Projects),
    ),
    cache.ensureQueryData(modelsQuery(api)),
    cache.ensureQueryData(settingsQuery(api, userId)),
  ])
  const { modelId } = firstChoice(models, Number(settings.defaultStartupModelId))
  return chats.find(
    (chat) =>
      isUntouched(chat, userId) &&
      chat.defaultModelId === modelId &&
      chat.defaultDatasourceId === datasourceId &&
      (datasourceId === 0 || chat.amountOfChunks === amountOfChunks),
  )
}

const isUntouched = (
  { ownerId, name, lastQuery, numTabs, numShares }: ListedProject,
  userId: number,
): boolean =>
  ownerId === userId && lastQuery === '' && numTabs === 1 && numShares === 0 && isProvisionalName(name)
