import { afterEach, expect, test, vi } from 'vitest'
import { CHATBOT } from '../test/chatbot.ts'
import { PolylogueChat } from './element.ts'
import type { Settings } from './settings.ts'

const config = {
  ...CHATBOT,
  widget: { ...CHATBOT.widget, position: 'inline' as const, collapsed: false },
  contact: false,
}

if (!customElements.get('polylogue-chat')) customElements.define('polylogue-chat', PolylogueChat)
afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function typed(settings: Settings): Promise<string[]> {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 401 }))
  const element = PolylogueChat.install({
    apiEndpoint: 'https://chat.example/api/v1/',
    chatbotId: 'bot',
    installDelay: 0,
    config,
    ...settings,
  })
  const field = await vi.waitFor(() => {
    const found = element.shadowRoot?.querySelector('textarea')
    if (!found) throw new Error('not shown yet')
    return found
  })
  field.value = 'A secret'
  field.dispatchEvent(new Event('input'))
  return [sessionStorage, localStorage].flatMap((area) => Object.values(area) as string[])
}

test('the product’s pages leave no question in the browser, sites keep what was typed', async () => {
  expect(await typed({ id: 'assistant', token: 'plv_1', renew: async () => 'plv_2' })).toEqual([])
  expect(await typed({ token: 'plv_1' })).toEqual(['A secret'])
})
