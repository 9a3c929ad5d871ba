// Fetches the chatbots. Apart from api.ts, because the navigation counts them.
import type { ChatBot } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import type { Api } from '#lib/api.ts'

export async function fetchChatbots(api: Api, signal: AbortSignal, userId: number): Promise<ChatBot[]> {
  // A 404 for an empty list would be an error in the console of everybody without chatbots.
  const request = { params: { id: userId }, query: { orEmpty: 'true' } }
  return (await api.call(contract.chatbots.list, request, { signal })).data.ChatBots
}
