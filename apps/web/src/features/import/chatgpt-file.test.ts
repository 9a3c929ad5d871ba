import { describe, expect, test } from 'vitest'
import { isChatGptFile, readChatGptFile } from './chatgpt-file.ts'

type Part = string | Record<string, unknown>

/** A node of a conversation in the ChatGPT format. */
function node(id: string, parent: string | null, role: string | null, parts: Part[] = [], more: object = {}) {
  const message = role && {
    id,
    author: { role },
    create_time: 1_700_000_000,
    content: {
      content_type: parts.some((part) => typeof part !== 'string') ? 'multimodal_text' : 'text',
      parts,
    },
    recipient: 'all',
    metadata: {},
    ...more,
  }
  return [id, { id, message, parent, children: [] }] as const
}

const chat = (
  nodes: readonly (readonly [string, unknown])[],
  current: string | undefined,
  more: object = {},
) => ({
  title: 'Ladeinfrastruktur',
  create_time: 1_600_000_000.5,
  update_time: 1_700_000_100,
  mapping: Object.fromEntries(nodes),
  ...(current === undefined ? {} : { current_node: current }),
  ...more,
})

const read = (...conversations: unknown[]) => readChatGptFile(conversations)
const texts = (...conversations: unknown[]) =>
  read(...conversations).chats.map(({ turns }) => turns.map((turn) => [turn.queryText, turn.responseText]))

describe('the current branch', () => {
  const nodes = [
    node('root', null, null),
    node('sys', 'root', 'system', ['']),
    node('q1', 'sys', 'user', ['First?']),
    node('a1', 'q1', 'assistant', ['Old answer']),
    node('a2', 'q1', 'assistant', ['New answer'], { metadata: { model_slug: 'gpt-4o' } }),
    node('q2', 'a2', 'user', ['Second?']),
    node('a3', 'q2', 'assistant', ['Two', 'parts']),
  ]
  test('is read from the root to current_node, with title, model and times', () => {
    expect(read(chat(nodes, 'a3')).chats).toEqual([
      {
        name: 'Ladeinfrastruktur',
        created: '2020-09-13T12:26:40.500Z',
        modified: '2023-11-14T22:15:00.000Z',
        turns: [
          {
            queryText: 'First?',
            responseText: 'New answer',
            modelName: 'gpt-4o',
            created: '2023-11-14T22:13:20.000Z',
          },
          { queryText: 'Second?', responseText: 'Two\n\nparts', created: '2023-11-14T22:13:20.000Z' },
        ],
      },
    ])
  })
  test('is another one for another current_node', () => {
    expect(texts(chat(nodes, 'a1'))).toEqual([[['First?', 'Old answer']]])
  })
  test('is found without current_node', () => {
    expect(texts(chat(nodes, undefined))).toHaveLength(1)
  })
  test('stops at the start of a cycle', () => {
    const cycle = [node('q', 'a', 'user', ['Q']), node('a', 'q', 'assistant', ['A'])]
    expect(texts(chat(cycle, 'a'))).toEqual([[['Q', 'A']]])
  })
  test('ends at a missing parent', () => {
    expect(texts(chat([node('q', 'gone', 'user', ['Q'])], 'q'))).toEqual([[['Q', '']]])
  })
  test('treats ids named like object properties as ordinary ids', () => {
    expect(texts(chat([node('q', '__proto__', 'user', ['Q'])], 'q'))).toEqual([[['Q', '']]])
    expect(read(chat([], 'constructor')).empty).toBe(1)
  })
})

describe('content other than texts of users and models', () => {
  const around = (...middle: (readonly [string, unknown])[]) => [
    node('q', null, 'user', ['Q']),
    ...middle,
    node('end', middle.at(-1)?.[0] ?? 'q', 'assistant', ['End']),
  ]
  test.each([
    ['system messages', node('x', 'q', 'system', ['be kind'])],
    ['tool messages', node('x', 'q', 'tool', ['{"result":1}'])],
    [
      'messages to a tool (canvas)',
      node('x', 'q', 'assistant', ['{"name":"doc"}'], { recipient: 'canmore.create_textdoc' }),
    ],
    [
      'executed code',
      node('x', 'q', 'assistant', [], { content: { content_type: 'code', text: 'print(1)' } }),
    ],
    [
      'hidden messages',
      node('x', 'q', 'user', ['ctx'], { metadata: { is_visually_hidden_from_conversation: true } }),
    ],
    ['thoughts', node('x', 'q', 'assistant', [], { content: { content_type: 'thoughts', thoughts: [] } })],
    ['messages without content', node('x', 'q', 'assistant', [], { content: null })],
    ['messages without an author', node('x', 'q', 'assistant', ['?'], { author: null })],
    [
      'numbers as parts',
      node('x', 'q', 'assistant', [], { content: { content_type: 'text', parts: [1, null] } }),
    ],
  ])('leaves out %s', (_, middle) => {
    expect(texts(chat(around(middle), 'end'))).toEqual([[['Q', 'End']]])
  })
  test('counts pictures and keeps the text beside them', () => {
    const found = read(
      chat(
        [
          node('q', null, 'user', [{ content_type: 'image_asset_pointer' }, 'What is this?']),
          node('a', 'q', 'assistant', ['A cat']),
        ],
        'a',
      ),
    )
    expect(found.pictures).toBe(1)
    expect(found.chats[0]?.turns[0]?.queryText).toBe('What is this?')
  })
  test('shows a question with only a picture as “…”', () => {
    expect(
      texts(
        chat(
          [
            node('q', null, 'user', [{ content_type: 'image_asset_pointer' }]),
            node('a', 'q', 'assistant', ['A cat']),
          ],
          'a',
        ),
      ),
    ).toEqual([[['…', 'A cat']]])
  })
  test('reads spoken words from their transcription', () => {
    expect(
      texts(chat([node('q', null, 'user', [{ content_type: 'audio_transcription', text: 'Hello' }])], 'q')),
    ).toEqual([[['Hello', '']]])
  })
})

test('counts chats without a mapping as unreadable and those without questions as empty', () => {
  const good = chat([node('q', null, 'user', ['Q'])], 'q')
  const found = read(
    { title: 'x' },
    null,
    'text',
    4,
    chat([], 'a'),
    chat([node('a', null, 'assistant', ['alone'])], 'a'),
    good,
  )
  expect({ ...found, chats: found.chats.length }).toEqual({ chats: 1, pictures: 0, empty: 2, unreadable: 4 })
})

test('ignores invalid times', () => {
  for (const time of [null, 'soon', Number.NaN, 1e20, -1e12]) {
    const found = read(
      chat([node('q', null, 'user', ['Q'], { create_time: time })], 'q', { create_time: time }),
    )
    expect(found.chats[0]?.turns[0]).not.toHaveProperty('created')
  }
})

test.each([
  ['a list of conversations', [{ mapping: {} }], true],
  ['another list', [{ a: 1 }], false],
  ['an object', { mapping: {} }, false],
  ['an empty list', [], false],
])('recognises a ChatGPT file: %s', (_, file, is) => {
  expect(isChatGptFile(file)).toBe(is)
})
