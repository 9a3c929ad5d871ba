// Chatbots in a tab of their owner, for the tests of several files.
import type { ChatBot } from '@polylogue/contract'
import { chatbotOf, visit } from '#test/chatbot.ts'
import { readySource } from '#test/ready-source.ts'
import { scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

export const ENDLESS = scripted({ endless: 1, rate: 20 })

export interface Setup {
  readonly owner: TestUser
  readonly other: TestUser
  readonly bot: ChatBot
  readonly tabId: number
  readonly projectId: number
  readonly sourceId: number
}

export function botsIn(on: () => { talk: Talk; url: string }) {
  /** A chatbot with a data source that another person shares with its owner. */
  async function given(): Promise<Setup> {
    const [owner, other] = [await on().talk.app.deps.user(), await on().talk.app.deps.user()]
    const source = await readySource(other, { text: 'The heating is switched on in October.' })
    await on().talk.app.deps.share(source, owner)
    const project = await on().talk.app.deps.project(owner)
    const tab = await on().talk.app.deps.tab(owner, project, { defaultModelTagId: on().talk.tag(ENDLESS).id })
    const bot = await chatbotOf(owner, tab.id, { datasourceId: source.id })
    return { owner, other, bot, tabId: tab.id, projectId: project.id, sourceId: source.id }
  }

  async function botOf(owner: TestUser, rules: Record<string, unknown>, model = 'echo') {
    const project = await on().talk.app.deps.project(owner)
    const tab = await on().talk.app.deps.tab(owner, project, { defaultModelTagId: on().talk.tag(model).id })
    return chatbotOf(owner, tab.id, { rules })
  }
  const askFor = (identifier: string, token: string, prompt = 'Hello?', sent = {}) =>
    visit(on().url, 'POST', `${identifier}/stream`, { token, body: { prompt }, ...sent })
  return { given, botOf, askFor }
}
