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
  test('from the root to current_node, with title, model and times', () => {
    expect(read(chat(nodes, 'a3')).chats).toEqual([
      {
        name: 'Ladeinfrastruktur',
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
  test('another current node is another branch', () => {
    expect(texts(chat(nodes, 'a1'))).toEqual([[['First?', 'Old answer']]])
  })
  test('without current_node the last leaf counts', () => {
    expect(texts(chat(nodes, undefined))).toHaveLength(1)
  })
  test('a cycle ends where it began', () => {
    const cycle = [node('q', 'a', 'user', ['Q']), node('a', 'q', 'assistant', ['A'])]
    expect(texts(chat(cycle, 'a'))).toEqual([[['Q', 'A']]])
  })
  test('a parent that is missing ends the branch', () => {
    expect(texts(chat([node('q', 'gone', 'user', ['Q'])], 'q'))).toEqual([[['Q', '']]])
  })
  test('names like those of an object’s own are only names', () => {
    expect(texts(chat([node('q', '__proto__', 'user', ['Q'])], 'q'))).toEqual([[['Q', '']]])
    expect(read(chat([], 'constructor')).empty).toBe(1)
  })
})

describe('what is no text of a person or a model', () => {
  const around = (...middle: (readonly [string, unknown])[]) => [
    node('q', null, 'user', ['Q']),
    ...middle,
    node('end', middle.at(-1)?.[0] ?? 'q', 'assistant', ['End']),
  ]
  test.each([
    ['system messages', node('x', 'q', 'system', ['be kind'])],
    ['tool messages', node('x', 'q', 'tool', ['{"result":1}'])],
    [
      'what is said to a tool (canvas)',
      node('x', 'q', 'assistant', ['{"name":"doc"}'], { recipient: 'canmore.create_textdoc' }),
    ],
    [
      'code that was run',
      node('x', 'q', 'assistant', [], { content: { content_type: 'code', text: 'print(1)' } }),
    ],
    [
      'hidden messages',
      node('x', 'q', 'user', ['ctx'], { metadata: { is_visually_hidden_from_conversation: true } }),
    ],
    ['thoughts', node('x', 'q', 'assistant', [], { content: { content_type: 'thoughts', thoughts: [] } })],
    ['no content', node('x', 'q', 'assistant', [], { content: null })],
    ['no author', node('x', 'q', 'assistant', ['?'], { author: null })],
    [
      'numbers as parts',
      node('x', 'q', 'assistant', [], { content: { content_type: 'text', parts: [1, null] } }),
    ],
  ])('%s are left out', (_, middle) => {
    expect(texts(chat(around(middle), 'end'))).toEqual([[['Q', 'End']]])
  })
  test('pictures are counted, and the text beside them stays', () => {
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
  test('a picture alone keeps its place', () => {
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
  test('spoken words come as they were understood', () => {
    expect(
      texts(chat([node('q', null, 'user', [{ content_type: 'audio_transcription', text: 'Hello' }])], 'q')),
    ).toEqual([[['Hello', '']]])
  })
})

test('chats without a mapping are unreadable, without questions empty; the others are read', () => {
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

test('odd times are no times', () => {
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
])('%s', (_, file, is) => {
  expect(isChatGptFile(file)).toBe(is)
})
