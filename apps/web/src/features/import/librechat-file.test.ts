import { describe, expect, test } from 'vitest'
import type { ImportedChats } from './formats.ts'
import { readParsed } from './read-file.ts'

const read = (file: unknown): ImportedChats => readParsed(JSON.parse(JSON.stringify(file)))
const turnsOf = (file: unknown) => read(file).chats.map(({ turns }) => turns)

describe('LibreChat', () => {
  test('a branch goes on after the newest message that has a date', () => {
    const said = (messageId: string, isCreatedByUser: boolean, children: object[], more: object = {}) => ({
      messageId,
      text: messageId,
      isCreatedByUser,
      children,
      ...more,
    })
    const asked = said('thanks', true, [said('welcome', false, []), said('my pleasure', false, [])])
    const answer = said('answer', false, [said('other', true, []), asked], {
      createdAt: '2024-05-01T16:35:12Z',
    })
    const messages = [said('question', true, [answer], { createdAt: '2024-05-01T16:35:11Z' })]
    expect(turnsOf({ conversationId: 'c', title: 'T', recursive: true, messages })).toMatchObject([
      [
        { queryText: 'question', responseText: 'answer' },
        { queryText: 'thanks', responseText: 'my pleasure' },
      ],
    ])
    const circle = [
      { messageId: 'a', parentMessageId: 'b', isCreatedByUser: true, text: 'a' },
      { messageId: 'b', parentMessageId: 'a', isCreatedByUser: false, text: 'b' },
    ]
    expect(turnsOf({ conversationId: 'c', messages: circle })).toMatchObject([[{ queryText: 'a' }]])
  })

  const NONE = '00000000-0000-0000-0000-000000000000'
  const message = (messageId: string, parentMessageId: string, text: string, more: object = {}) => ({
    messageId,
    parentMessageId,
    conversationId: 'c',
    isCreatedByUser: messageId.startsWith('q'),
    sender: messageId.startsWith('q') ? 'User' : 'GPT-4o',
    text,
    createdAt: `2025-05-01T08:00:0${messageId.slice(1)}.000Z`,
    ...more,
  })
  const chat = (messages: object[], more: object = {}) => ({
    conversationId: 'c',
    endpoint: 'openAI',
    title: 'Boats',
    exportAt: '08:00:00 GMT 2025',
    branches: true,
    recursive: false,
    options: { model: 'gpt-4o' },
    messages,
    ...more,
  })

  test('a list with branches: that of the newest message, with parts and thoughts', () => {
    const content = [
      { type: 'think', think: 'Let me see.' },
      { type: 'tool_call', tool_call: { name: 'search', args: '{}', output: 'page' } },
      { type: 'text', text: 'They float.' },
      { type: 'text', text: { value: 'Really.' } },
    ]
    const messages = [
      message('q1', NONE, 'Do boats float?', { files: [{ filename: 'boat.png' }] }),
      message('a2', 'q1', 'old'),
      message('a3', 'q1', '', { content, model: 'o1' }),
      message('q4', 'a3', 'Why?'),
      message('a5', 'q4', 'The key is wrong.', { error: true }),
    ]
    expect(turnsOf(chat(messages))).toEqual([
      [
        {
          queryText: 'Do boats float?\n\n📎 boat.png',
          responseText: 'They float.\n\nReally.',
          reasoningText: 'Let me see.',
          modelName: 'o1',
          created: '2025-05-01T08:00:01.000Z',
        },
        { queryText: 'Why?', responseText: '', created: '2025-05-01T08:00:04.000Z' },
      ],
    ])
  })

  test('a tree of children, as deep as a long chat', () => {
    const depth = 2_000
    const id = (at: number) => (at % 2 === 0 ? `q${at}` : `a${at}`)
    const head = (at: number) =>
      JSON.stringify(message(id(at), '', `T${at}`, { createdAt: undefined })).slice(0, -1)
    const tree =
      Array.from({ length: depth }, (_, at) => `${head(at)},"children":[`).join('') + ']}'.repeat(depth)
    const other = JSON.stringify(chat([], { recursive: true })).replace(
      '"messages":[]',
      `"messages":[${tree}]`,
    )
    const found = readParsed(JSON.parse(other))
    expect(found.chats[0]?.turns).toHaveLength(depth / 2)
    expect(found.chats[0]?.turns.at(-1)).toMatchObject({ queryText: 'T1998', responseText: 'T1999' })
  })

  test('ratings, pages of a web search, and pictures and files of either side', () => {
    const search = {
      turn: 0,
      organic: [{ link: 'https://example.org/b', title: 'Boats' }],
      topStories: [{ link: 'https://example.org/n', title: 'News' }],
    }
    const content = [
      {
        type: 'text',
        text: 'They float \ue202turn0search0, \ue200\ue202turn0news0\ue202turn9ref3\ue201 also \\ue202turn0search0.',
      },
      { type: 'image_file', image_file: { file_id: 'f', filename: 'drawn.png' } },
    ]
    const messages = [
      message('q1', NONE, 'Do boats float?', {
        content: [{ type: 'image_url', image_url: { url: 'https://x/a.png' } }],
      }),
      message('a2', 'q1', '', {
        content,
        attachments: [
          { type: 'web_search', web_search: search },
          { filename: 'table.csv', filepath: '/f' },
        ],
        feedback: { rating: 'thumbsDown', tag: 'other' },
      }),
    ]
    const found = read(chat(messages))
    expect(found.chats[0]?.turns).toMatchObject([
      {
        queryText: 'Do boats float?',
        responseText:
          'They float ([Boats](https://example.org/b)), ([News](https://example.org/n)) also ([Boats](https://example.org/b)).\n\n📎 table.csv\n\n📎 drawn.png',
        rating: -1,
      },
    ])
    expect(found.pictures).toBe(3)
  })

  test('older answers have their thoughts and documents between colons', () => {
    const answer =
      ':::thinking\nhm\n:::\n\nHere.\n:::artifact{identifier="p" type="text/html" title="Page"}\n```html\n<p>\n```\n:::\nDone.'
    expect(turnsOf(chat([message('q1', '', 'Q'), message('a2', '', answer)]))).toMatchObject([
      [{ reasoningText: 'hm', responseText: 'Here.\n**Page**\n\n\n```html\n<p>\n```\nDone.' }],
    ])
  })
})
