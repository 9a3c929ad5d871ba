import type { Tab } from '@polylogue/contract'
import type { AskedChat, EmptyChat } from '#lib/begin-chat.ts'
import { askIn, newQuestion } from '#features/conversation/index.ts'
import { draftsOf, tabDraftKey } from '#features/drafts/index.ts'
import { firstChoice, modelsQuery } from '#features/models/index.ts'
import { type ChatMaker, createChat, nameAfter, newChat } from '#features/projects/index.ts'
import { settingsQuery } from '#features/settings/index.ts'
import { tabsQuery } from '#features/tabs/index.ts'

/** A chat whose question could not be stored, by what it was created with. */
export interface Unasked {
  current: { tab: Tab; key: string } | undefined
}

/** Resolves with the id of the chat. A question is stored then; `unasked` remembers the chat when that fails. */
export const beginChat = (maker: ChatMaker, beginning: AskedChat | EmptyChat, unasked: Unasked) =>
  beginning.question ? askNew(maker, beginning, unasked) : openEmpty(maker, beginning)

/** Resolves with a chat without questions that has the draft in its message field, after what is already typed there. */
async function openEmpty(maker: ChatMaker, { draft, ...use }: EmptyChat): Promise<number> {
  const { api, cache, userId } = maker
  const id = await newChat(maker, use)
  if (draft === undefined) return id
  const [tab] = await cache.ensureQueryData(tabsQuery(api, id))
  if (!tab) throw new Error('A new chat has no tab')
  const key = tabDraftKey(userId, tab.id)
  const drafts = draftsOf(cache)
  const typed = drafts.read(key).field
  if (typed.trim() !== draft.trim())
    drafts.writeField(key, [typed, draft].filter((one) => one.trim() !== '').join('\n\n'))
  return id
}

async function askNew(
  maker: ChatMaker,
  { question, ...start }: AskedChat,
  unasked: Unasked,
): Promise<number> {
  const { api, cache, userId } = maker
  const models = await cache.ensureQueryData(modelsQuery(api))
  const settings = await cache.ensureQueryData(settingsQuery(api, userId))
  const model = start.model ?? firstChoice(models, Number(settings.defaultStartupModelId))
  const key = JSON.stringify([model, start])
  const known = unasked.current?.key === key ? unasked.current.tab : undefined
  const tab = known ?? (await createChat(maker, { ...start, model }))
  unasked.current = { tab, key }
  const asked = newQuestion(models, model, question.text)
  const { promptId } = question
  await askIn(maker, { projectId: tab.projectId, tabId: tab.id }, { asked, attachments: [], promptId })
  unasked.current = undefined
  void nameAfter(maker, tab.projectId, question.text)
  return tab.projectId
}
