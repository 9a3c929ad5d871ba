import { expect, test } from 'vitest'
import { settingsOf } from './settings.ts'
import { TEXTS } from './texts.ts'
import { TEXTS as MORE } from './more/texts.ts'

test('reads settings from attributes, with and without data-', () => {
  const element = document.createElement('div')
  const attributes = {
    'data-chatbot': 'abc',
    'data-offset-x': '12',
    'welcome-messages': '["Hello", "How can I help?"]',
    'data-colors': '{"primary":"#125e9f","text":"#ffffff"}',
    dark: 'auto',
    collapsed: 'false',
    title: '3 questions',
    frame: '',
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  expect(settingsOf(element)).toEqual({
    chatbotId: 'abc',
    offsetX: 12,
    welcomeMessages: ['Hello', 'How can I help?'],
    colors: { primary: '#125e9f', text: '#ffffff' },
    dark: 'auto',
    collapsed: false,
    title: '3 questions',
    frame: true,
  })
})

test('all texts exist in all languages, with the same places for values', () => {
  for (const { en, de, bg } of [TEXTS, MORE])
    for (const [name, text] of Object.entries(en))
      for (const other of [de, bg] as Record<string, string>[])
        expect(other[name]?.includes('#'), name).toBe(text.includes('#'))
})
