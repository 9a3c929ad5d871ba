import { contract, nameOfQuestion } from '@polylogue/contract/browser'
import { projectKeys } from '../keys.ts'
import type { ChatMaker } from './new-chat.ts'

/**
 * Names a chat after its first question, unless a person or a title named it meanwhile. When that fails, the server names it
 * at the end of the answer.
 */
export async function nameAfter(
  { api, cache }: Pick<ChatMaker, 'api' | 'cache'>,
  id: number,
  question: string,
): Promise<void> {
  const name = nameOfQuestion(question)
  if (name === '') return
  const body = { name, autoNamed: true }
  const reply = await api.call(contract.projects.update, { params: { id }, body }).catch(() => undefined)
  if (reply) cache.setQueryData(projectKeys.one(id), reply.data.project)
  void cache.invalidateQueries({ queryKey: projectKeys.lists })
}
