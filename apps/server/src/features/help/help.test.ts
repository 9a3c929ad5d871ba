import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGuide } from '../../engines/guide/index.ts'
import { helpFeature } from './index.ts'

const help = helpFeature({ folders: [join(import.meta.dirname, '../../../static')] })
const guide = openGuide(help)

async function ask(question: string, language = 'en') {
  let text = ''
  let sources: readonly { title: string; uri: string; quote: string }[] = []
  const request = {
    model: 'guide',
    messages: [{ role: 'user' as const, text: question }],
    options: {},
    language,
    signal: AbortSignal.timeout(5_000),
    firstTokenTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
  }
  for await (const event of guide.chat(request)) {
    if (event.type === 'text') text += event.text
    if (event.type === 'sources') sources = event.sources
  }
  return { text, sources }
}

test.each([
  ['How do I add a tab?', '/help/tabs'],
  ['What are tabs good for?', '/help/tabs'],
  ['how can I rename a project', '/help/chats-and-projects'],
  ['which keyboard shortcut hides the navigation?', '/help/keyboard-shortcuts'],
  ['What does temperature do?', '/help/prompt-options'],
  ['Where do my prompts go with an external model?', '/help/models'],
  ['How do I begin?', '/help/getting-started'],
  ['Which licence does Polylogue have?', '/help/about'],
])('%s is answered from %s', async (question, uri) => {
  const { text, sources } = await ask(question)
  expect(sources[0]?.uri).toMatch(new RegExp(`^${uri}`))
  for (const source of sources) expect(text).toContain(source.quote)
})

test('nothing found is said plainly, with what there is', async () => {
  const { text, sources } = await ask('Zylinderkopfdichtung?')
  expect(sources).toEqual([])
  expect(text).toMatch(/found nothing.*Tabs/s)
})

test('a language without topics gets the English ones', async () => {
  expect((await ask('tab', 'xx')).sources[0]?.uri).toMatch(/^\/help\/tabs/)
})
