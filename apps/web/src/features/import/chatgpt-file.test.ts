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
const turnsOf = (...nodes: (readonly [string, unknown])[]) =>
  read(chat(nodes, nodes.at(-1)?.[0])).chats[0]?.turns ?? []
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
    expect(read(chat([], 'constructor')).left).toHaveLength(1)
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
    ['messages to a tool', node('x', 'q', 'assistant', ['{"q":[]}'], { recipient: 'web.run' })],
    [
      'searches, which are code for a tool',
      node('x', 'q', 'assistant', [], {
        content: { content_type: 'code', language: 'unknown', text: 'search("x")' },
        recipient: 'web',
      }),
    ],
    [
      'pages that a tool read',
      node('x', 'q', 'tool', [], { content: { content_type: 'tether_quote', text: 'page', url: 'x' } }),
    ],
    [
      'the recap of thoughts',
      node('x', 'q', 'assistant', [], { content: { content_type: 'reasoning_recap', content: '8s' } }),
    ],
    [
      'instructions that were sent along',
      node('x', 'q', 'user', [], { content: { content_type: 'user_editable_context', user_profile: 'P' } }),
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

test('lists chats that are left out, and why', () => {
  const good = chat([node('q', null, 'user', ['Q'])], 'q')
  const found = read(
    { title: 'Lost' },
    null,
    chat([], 'a', { title: 'Bare' }),
    chat([node('a', null, 'assistant', ['alone'])], 'a'),
    good,
  )
  expect(found.chats).toHaveLength(1)
  expect(found.left).toEqual([
    { name: 'Lost', why: 'noMessages' },
    { name: '', why: 'noChat' },
    { name: 'Bare', why: 'empty' },
    { name: 'Ladeinfrastruktur', why: 'empty' },
  ])
})

describe('exports since 2025', () => {
  const q = node('q', null, 'user', ['Q'])

  test('one object is one chat, with the model of the chat where an answer names none', () => {
    const single = chat([q, node('a', 'q', 'assistant', ['A'])], 'a', {
      default_model_slug: 'gpt-5-thinking',
    })
    expect(isChatGptFile(single)).toBe(true)
    expect(readChatGptFile(single).chats[0]?.turns).toMatchObject([
      { queryText: 'Q', responseText: 'A', modelName: 'gpt-5-thinking' },
    ])
    const automatic = { ...single, default_model_slug: 'auto' }
    expect(readChatGptFile(automatic).chats[0]?.turns[0]).not.toHaveProperty('modelName')
  })

  test('thoughts are the reasoning of the answer', () => {
    const thoughts = [
      { summary: 'Counting', content: 'Two and two.' },
      { summary: 'Checking', content: '', chunks: [] },
    ]
    expect(
      turnsOf(
        q,
        node('t', 'q', 'assistant', [], { content: { content_type: 'thoughts', thoughts } }),
        node('r', 't', 'assistant', [], { content: { content_type: 'reasoning_recap', content: 'Thought' } }),
        node('a', 'r', 'assistant', ['Four.']),
      ),
    ).toMatchObject([{ responseText: 'Four.', reasoningText: 'Counting\n\nTwo and two.\n\nChecking' }])
  })

  test('code that ran stands with its output', () => {
    expect(
      turnsOf(
        q,
        node('c', 'q', 'assistant', [], {
          content: { content_type: 'code', language: 'unknown', text: 'print("```")' },
          recipient: 'python',
        }),
        node('o', 'c', 'tool', [], { content: { content_type: 'execution_output', text: '```' } }),
        node('a', 'o', 'assistant', ['Done.']),
      )[0]?.responseText,
    ).toBe('````python\nprint("```")\n````\n\n````\n```\n````\n\nDone.')
  })

  test('documents beside the chat stand where they were made; changes of parts are counted', () => {
    const canvas = (id: string, parent: string, recipient: string, sent: object) =>
      node(id, parent, 'assistant', [], {
        content: { content_type: 'code', text: JSON.stringify(sent) },
        recipient,
      })
    const nodes = [
      q,
      canvas('c', 'q', 'canmore.create_textdoc', { name: 'plan', type: 'document', content: '# Plan' }),
      canvas('u', 'c', 'canmore.update_textdoc', { updates: [{ pattern: '.*', replacement: '# Plan B' }] }),
      canvas('v', 'u', 'canmore.update_textdoc', { updates: [{ pattern: 'B', replacement: 'C' }] }),
      canvas('w', 'v', 'canmore.create_textdoc', { name: 'run', type: 'code/python', content: 'x = 1' }),
    ]
    const found = read(chat(nodes, 'w'))
    expect(found.chats[0]?.turns[0]?.responseText).toBe(
      '**plan**\n\n# Plan\n\n# Plan B\n\n**run**\n\n```python\nx = 1\n```',
    )
    expect(found.changes).toBe(1)
  })

  test('unknown kinds of contents and parts are named, those of tools and hidden messages are not', () => {
    const nodes = [
      q,
      node('w', 'q', 'assistant', [], { content: { content_type: 'super_widget', data: {} } }),
      node('r', 'w', 'assistant', [], { content: { content_type: 'reasoning_recap', content: '5 s' } }),
      node('t', 'r', 'tool', [], { content: { content_type: 'computer_output' } }),
      node('h', 't', 'assistant', [], {
        content: { content_type: 'hidden_widget' },
        metadata: { is_visually_hidden_from_conversation: true },
      }),
      node('a', 'h', 'assistant', ['A', { content_type: 'hologram' }, { content_type: 'super_widget' }]),
    ]
    const found = read(chat(nodes, 'a'))
    expect(found.unread).toEqual(['super_widget', 'hologram'])
    expect(found.chats[0]?.turns[0]?.responseText).toBe('A')
  })

  test('spoken words are text, their recordings are counted, and files are named', () => {
    const found = read(
      chat(
        [
          node('q', null, 'user', [
            { content_type: 'audio_transcription', text: 'Hello', direction: 'in' },
            { content_type: 'real_time_user_audio_video_asset_pointer' },
          ]),
          node('p', 'q', 'user', [{ content_type: 'image_asset_pointer' }, 'See?'], {
            metadata: { attachments: [{ name: 'boat.png' }] },
          }),
          node('i', 'p', 'tool', [{ content_type: 'image_asset_pointer', metadata: { dalle: {} } }]),
          node('a', 'i', 'assistant', ['A boat']),
        ],
        'a',
      ),
    )
    expect(found.chats[0]?.turns).toMatchObject([
      { queryText: 'Hello' },
      { queryText: 'See?\n\n📎 boat.png', responseText: 'A boat' },
    ])
    expect(found.pictures).toBe(3)
  })
})

describe('citations', () => {
  const q = node('q', null, 'user', ['Q'])
  const answerOf = (text: string, metadata: object) =>
    turnsOf(q, node('a', 'q', 'assistant', [text], { metadata }))[0]?.responseText
  const mark = (...parts: string[]) => `\ue200${parts.join('\ue202')}\ue201`
  const page = { title: 'A [b]', url: 'https://example.org/a_(b)?x=1', attribution: 'Example' }

  test('become links where their addresses are known, and vanish elsewhere', () => {
    const cite = mark('cite', 'turn0search3')
    const references = [
      {
        matched_text: cite,
        type: 'grouped_webpages',
        items: [page, { ...page, url: 'javascript:alert(1)' }],
      },
      { matched_text: mark('filecite', 'turn0file1'), type: 'file', name: 'plan.pdf' },
      { matched_text: ' ', type: 'sources_footnote', sources: [page] },
    ]
    const text = `So it is.${cite} More${mark('cite', 'turn9search9')}. See${mark('filecite', 'turn0file1')}`
    expect(answerOf(text, { content_references: references })).toBe(
      'So it is. ([Example](https://example.org/a_%28b%29?x=1)) More. See (plan.pdf)',
    )
    expect(answerOf(text, {})).toBe('So it is. More. See')
  })

  test('marks that stand for words leave the words', () => {
    const text = `In ${mark('entity', '["city","Sofia","capital"]')}\ue203 it rains\ue204.`
    expect(answerOf(text, {})).toBe('In Sofia it rains.')
  })

  test('older marks are found by places that count characters', () => {
    const text = '😀 So it is【1†source】 and【2†source】.'
    const at = Array.from(text).indexOf('【')
    const citations = [
      { start_ix: at, end_ix: at + 10, metadata: { type: 'webpage', title: 'A', url: page.url } },
    ]
    expect(answerOf(text, { citations })).toBe('😀 So it is ([A](https://example.org/a_%28b%29?x=1)) and.')
    expect(answerOf(text, { citations: [{ start_ix: 0, end_ix: 3, metadata: page }] })).toBe(
      '😀 So it is and.',
    )
  })

  test('many marks without an end take time in proportion to the text', () => {
    const text = '\ue200cite'.repeat(100_000) + '【1†'.repeat(100_000)
    const started = performance.now()
    expect(answerOf(text, {})).toContain('cite')
    expect(performance.now() - started).toBeLessThan(5_000)
  })
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
  ['one conversation', { mapping: {} }, true],
  ['another object', { mapping: 1 }, false],
  ['an empty list', [], false],
])('recognises a ChatGPT file: %s', (_, file, is) => {
  expect(isChatGptFile(file)).toBe(is)
})
