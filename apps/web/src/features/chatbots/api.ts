// Fetches, caches and changes chatbots, their inbox and their usage.
import type { AssocContext, ChatBot, ChatbotDraft } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useItemChange } from '#features/items/index.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { useUserId } from '#features/session/index.ts'
import { chatbotKeys } from './keys.ts'
import { fetchChatbots } from './list-api.ts'

export interface NewChatbot {
  name: string
  description: string
  refProjectTabId: number
}

/** A change: what is sent beside a draft is public at once. */
export interface ChatbotChange extends ChatbotDraft {
  id: number
  assocContexts?: AssocContext[]
  validUntil?: string
  refProjectTabId?: number
  draft?: ChatbotDraft | null
  ifModified: string
}

const fetchChatbot = async (api: Api, id: number, signal?: AbortSignal): Promise<ChatBot> =>
  (await api.call(contract.chatbots.get, { params: { id } }, { signal })).data.ChatBot

/** Returns the chatbots that the user can read, the newest first. */
export function useChatbots() {
  const api = useApi()
  const userId = useUserId()
  return useQuery({
    queryKey: chatbotKeys.lists,
    queryFn: ({ signal }) => fetchChatbots(api, signal, userId),
  })
}

/** Returns a chatbot; NOT_FOUND when it was deleted or is not shared. Null requests nothing. */
export function useChatbot(id: number | null) {
  const api = useApi()
  return useQuery({
    queryKey: chatbotKeys.one(id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) => fetchChatbot(api, id ?? 0, signal),
  })
}

/** Sends a change whose reply is the chatbot, shows it at once, then refetches the chatbots. */
function useChange<Body>(send: (api: Api, sent: Body) => Promise<ChatBot>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (sent: Body) => {
      const bot = await send(api, sent)
      cache.setQueryData(chatbotKeys.one(bot.id), bot)
      return bot
    },
    onSettled: () => cache.invalidateQueries({ queryKey: chatbotKeys.all }),
  })
}

export const useCreateChatbot = () =>
  useChange(
    async (api, body: NewChatbot) => (await api.call(contract.chatbots.create, { body })).data.ChatBot,
  )

/** Updates the passed fields; rejects with CONFLICT if another user changed the chatbot since. */
export const useUpdateChatbot = () =>
  useChange(
    async (api, { id, ...body }: ChatbotChange) =>
      (await api.call(contract.chatbots.update, { params: { id }, body })).data.ChatBot,
  )

/** Fetches the stored chatbot, after a CONFLICT. */
export const useStoredChatbot = () => useChange((api, id: number) => fetchChatbot(api, id))

/** Gives a chatbot a new identifier or a new secret. */
export const useRenewKeys = () =>
  useChange(
    async (api, { id, ...body }: { id: number; identifier?: boolean; secret?: boolean }) =>
      (await api.call(contract.chatbots.renewKeys, { params: { id }, body })).data.ChatBot,
  )

/** Deletes a chatbot; it stops answering at once. */
export const useRemoveChatbot = () =>
  useItemChange(
    async (api, id: number) => void (await api.call(contract.chatbots.remove, { params: { id } })),
    [chatbotKeys.all],
  )

/** Questions that the inbox shows at most. */
const GROUPS = 200

/** Returns what visitors asked without a good answer, alike questions together. */
export function useInbox(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...chatbotKeys.all, 'inbox', id],
    queryFn: async ({ signal }) =>
      (await api.call(contract.chatbots.inbox, { params: { id }, query: { limit: GROUPS } }, { signal })).data
        .InboxGroups,
  })
}

export interface QuestionRef {
  id: number
  messageId: number
}

/** Copies a visitor's conversation into a new chat. */
export const useOpenInChat = () =>
  useItemChange(
    async (api, params: QuestionRef) => (await api.call(contract.chatbots.openInChat, { params })).data,
    [projectKeys.all],
  )

/** Takes a group of questions out of the inbox. */
export const useSettle = () =>
  useItemChange(
    async (api, params: QuestionRef) => void (await api.call(contract.chatbots.settle, { params })),
    [chatbotKeys.all],
  )

/** Returns the usage by day. */
export function useChatbotUsage(id: number, days: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...chatbotKeys.all, 'usage', id, days],
    queryFn: async ({ signal }) =>
      (await api.call(contract.chatbots.usage, { params: { id }, query: { days } }, { signal })).data.days,
  })
}
