// Creates a chat in one click: a project of type 0 with one tab, named after its first question (features/conversation).
import type { ListedProject } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../../../lib/api.ts'
import { noneAsEmpty } from '../../../lib/query.ts'
import { messageKeys } from '../../conversation/keys.ts'
import { projectKeys } from '../keys.ts'
import { tabKeys } from '../../tabs/keys.ts'
import { firstChoice, modelsQuery } from '../../models/index.ts'
import { settingsQuery } from '../../settings/index.ts'
import { CHAT_TYPE, knowsNoChat } from '../api.ts'
import { DEFAULT_NAME, isProvisionalName, provisionalName } from './provisional-name.ts'

/** Number of recent chats in which to look for an unused one. */
const LOOKED_AT = 20

/** The pending request: a double click creates one chat. */
let underWay: Promise<number> | undefined

/**
 * Resolves with the id of a chat without questions: the newest existing one, or a new one. It has the model that the server
 * gives a new chat.
 */
export function newChat(api: Api, cache: QueryClient, userId: number, language: string): Promise<number> {
  underWay ??= findOrMake(api, cache, userId, language).finally(() => (underWay = undefined))
  return underWay
}

async function findOrMake(api: Api, cache: QueryClient, userId: number, language: string): Promise<number> {
  const untouched = await findUntouched(api, cache, userId)
  if (untouched) return untouched.id
  const body = { name: provisionalName(language), type: CHAT_TYPE }
  const { project } = (await api.call(contract.projects.create, { body })).data
  const { projecttab } = (await api.call(contract.tabs.create, { params: { id: project.id }, body: {} })).data
  cache.setQueryData(projectKeys.one(project.id), project)
  cache.setQueryData(tabKeys.of(project.id), [projecttab])
  cache.setQueryData(messageKeys.of(projecttab.id), { messages: [], nextCursor: null })
  void cache.invalidateQueries({ queryKey: projectKeys.lists })
  return project.id
}

/** Resolves with the newest chat of the user that has no question and has the model of a new chat. */
async function findUntouched(
  api: Api,
  cache: QueryClient,
  userId: number,
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
  return chats.find((chat) => isUntouched(chat, userId) && chat.defaultModelId === modelId)
}

const isUntouched = (
  { ownerId, name, lastQuery, numTabs, numShares }: ListedProject,
  userId: number,
): boolean =>
  ownerId === userId &&
  lastQuery === '' &&
  numTabs === 1 &&
  numShares === 0 &&
  (name === DEFAULT_NAME || isProvisionalName(name))
