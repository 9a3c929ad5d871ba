import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import texts from '#texts/en/import.json' with { type: 'json' }
import { ChatList } from './chat-list.tsx'

beforeAll(() => translations.start({ language: 'en', texts: { import: texts } }))

test('of many chats 500 are listed at first, all of them chosen, with a button for more', () => {
  const drawn = (count: number) => {
    const chats = Array.from({ length: count }, (_, at) => ({ name: `Chat ${at}`, turns: [] }))
    return renderToStaticMarkup(
      <ChatList chats={chats} ticked={new Set(chats.keys())} onTick={() => undefined} />,
    )
  }
  const many = drawn(100_000)
  expect(many).toContain('100000 chats found')
  expect(many.match(/<li/g)).toHaveLength(500)
  expect(many).toContain('Show 500 more')
  expect(drawn(501)).toContain('Show 1 more')
  expect(drawn(500)).not.toContain('more</')
})
