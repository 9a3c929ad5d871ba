// Exports of Claude, Open WebUI and LibreChat, in the forms that their versions write.
import { describe, expect, test } from 'vitest'
import type { ImportedChats } from './formats.ts'
import { readParsed } from './read-file.ts'

const read = (file: unknown): ImportedChats => readParsed(JSON.parse(JSON.stringify(file)))
const turnsOf = (file: unknown) => read(file).chats.map(({ turns }) => turns)

describe('Claude', () => {
  const at = '2025-05-01T08:00:00.000000Z'
  const message = (uuid: string, sender: string, content: object[], more: object = {}) => ({
    uuid,
    sender,
    text: content.map((block) => ('text' in block ? block.text : '')).join(''),
    content,
    created_at: at,
    updated_at: at,
    attachments: [],
    files: [],
    ...more,
  })
  const text = (value: string, citations: object[] = []) => ({ type: 'text', text: value, citations })
  const chat = (chat_messages: object[], more: object = {}) => ({
    uuid: 'c',
    name: 'Boats',
    created_at: at,
    updated_at: '2025-05-02T08:00:00Z',
    account: { uuid: 'x' },
    chat_messages,
    ...more,
  })

  test('thoughts, texts, documents and attached texts are read; tools are not', () => {
    const found = read([
      chat([
        message('1', 'human', [text('Read this.')], {
          attachments: [{ file_name: 'notes.txt', file_size: 3, file_type: 'txt', extracted_content: 'abc' }],
          files: [{ file_name: 'boat.png' }],
        }),
        message('2', 'assistant', [
          { type: 'thinking', thinking: 'Let me see.', summaries: [] },
          { type: 'tool_use', name: 'web_search', input: { query: 'boats' } },
          { type: 'tool_result', name: 'web_search', content: [{ type: 'text', text: 'page' }] },
          text('Boats float.', [{ details: { type: 'web_search_citation', url: 'https://example.org/b' } }]),
          {
            type: 'tool_use',
            name: 'artifacts',
            input: { command: 'create', type: 'text/markdown', title: 'List', content: '- a' },
          },
          {
            type: 'tool_use',
            name: 'artifacts',
            input: {
              command: 'rewrite',
              type: 'application/vnd.ant.code',
              language: 'python',
              content: 'x = 1',
            },
          },
          { type: 'tool_use', name: 'artifacts', input: { command: 'update', old_str: 'a', new_str: 'b' } },
        ]),
      ]),
    ])
    expect(found).toEqual({
      chats: [
        {
          name: 'Boats',
          created: '2025-05-01T08:00:00.000Z',
          modified: '2025-05-02T08:00:00.000Z',
          turns: [
            {
              queryText: 'Read this.\n\n📎 notes.txt\n\n```\nabc\n```\n\n📎 boat.png',
              responseText:
                'Boats float. ([example.org](https://example.org/b))\n\n**List**\n\n- a\n\n```python\nx = 1\n```',
              reasoningText: 'Let me see.',
              created: '2025-05-01T08:00:00.000Z',
            },
          ],
        },
      ],
      left: [],
      pictures: 1,
      changes: 1,
      unread: [],
    })
  })

  test('files that the assistant writes stand where they were made', () => {
    const blocks = [
      { type: 'tool_use', name: 'create_file', input: { path: '/mnt/a/sum.py', file_text: 'x = 1' } },
      { type: 'tool_use', name: 'create_file', input: { path: '/mnt/a/notes.md', file_text: '# Notes' } },
      { type: 'tool_use', name: 'str_replace', input: { path: '/mnt/a/sum.py', old_str: '1', new_str: '2' } },
      { type: 'tool_use', name: 'bash_tool', input: { command: 'ls' } },
      { type: 'token_budget' },
      { type: 'hologram' },
    ]
    const found = read(chat([message('1', 'human', [text('Q')]), message('2', 'assistant', blocks)]))
    expect(found.chats[0]?.turns[0]?.responseText).toBe(
      '**sum.py**\n\n```py\nx = 1\n```\n\n**notes.md**\n\n# Notes',
    )
    expect(found.changes).toBe(1)
    expect(found.unread).toEqual(['hologram'])
  })

  test('older exports have texts only, with documents in tags', () => {
    const answer =
      '<antThinking>hm</antThinking>Here.\n\n<antArtifact identifier="a" type="text/html" title="Page">\n<p>x</p>\n</antArtifact>'
    const messages = [
      { uuid: '1', sender: 'human', text: 'A page?', created_at: at },
      { uuid: '2', sender: 'assistant', text: answer, created_at: at },
    ]
    expect(turnsOf(chat(messages))).toMatchObject([
      [{ queryText: 'A page?', responseText: 'Here.\n\n**Page**\n\n```html\n<p>x</p>\n```' }],
    ])
  })

  test('of the branches the current one is read', () => {
    const messages = [
      message('1', 'human', [text('Q')], { parent_message_uuid: '0' }),
      message('2', 'assistant', [text('old')], { parent_message_uuid: '1' }),
      message('3', 'assistant', [text('new')], { parent_message_uuid: '1' }),
    ]
    expect(turnsOf([chat(messages)])).toMatchObject([[{ responseText: 'new' }]])
    expect(turnsOf([chat(messages, { current_leaf_message_uuid: '2' })])).toMatchObject([
      [{ responseText: 'old' }],
    ])
  })

  test('chats without messages are listed', () => {
    const good = chat([message('1', 'human', [text('Q')])])
    expect(read([good, chat([]), { name: 'Lost' }, 3]).left).toEqual([
      { name: 'Boats', why: 'empty' },
      { name: 'Lost', why: 'noMessages' },
      { name: '', why: 'noChat' },
    ])
  })
})

describe('Open WebUI', () => {
  const node = (id: string, parentId: string | null, role: string, content: unknown, more: object = {}) => ({
    [id]: { id, parentId, childrenIds: [], role, content, timestamp: 1_700_000_000, ...more },
  })
  const chat = (messages: object, currentId: string | null, more: object = {}) => ({
    id: 'c',
    title: 'Sums',
    chat: { title: 'Sums', models: ['r1'], history: { messages, currentId }, timestamp: 1_700_000_000_000 },
    created_at: 1_700_000_000,
    updated_at: 1_700_000_100,
    ...more,
  })
  const details = (kind: string, body: string) =>
    `<details type="${kind}" done="true" duration="3">\n<summary>Thought</summary>\n${body}\n</details>\n`

  test('the branch that ends at currentId, with thoughts, model, rating and dates', () => {
    const messages = {
      ...node('q', null, 'user', 'What is 2 + 2?', { files: [{ type: 'file', name: 'sums.pdf' }] }),
      ...node('a', 'q', 'assistant', 'Five.', { model: 'r1' }),
      ...node(
        'b',
        'q',
        'assistant',
        `${details('reasoning', '> 2 &lt; 3\n> so')}${details('tool_calls', 'x')}Four.`,
        {
          model: 'llama3.1:8b',
          annotation: { rating: 1 },
        },
      ),
    }
    expect(read([chat(messages, 'b')])).toEqual({
      chats: [
        {
          name: 'Sums',
          created: '2023-11-14T22:13:20.000Z',
          modified: '2023-11-14T22:15:00.000Z',
          turns: [
            {
              queryText: 'What is 2 + 2?\n\n📎 sums.pdf',
              responseText: 'Four.',
              reasoningText: '2 < 3\nso',
              modelName: 'llama3.1:8b',
              rating: 1,
              created: '2023-11-14T22:13:20.000Z',
            },
          ],
        },
      ],
      left: [],
      pictures: 1,
      changes: 0,
      unread: [],
    })
    expect(turnsOf([chat(messages, 'a')])).toMatchObject([[{ responseText: 'Five.' }]])
    expect(turnsOf(chat(messages, null))).toMatchObject([[{ responseText: 'Four.' }]])
  })

  test('a chat without the record around it is read', () => {
    const messages = { ...node('q', null, 'user', 'Two and two?'), ...node('a', 'q', 'assistant', 'Four.') }
    const { chat: stored } = chat(messages, 'a')
    expect(turnsOf(stored)).toMatchObject([[{ queryText: 'Two and two?', responseText: 'Four.' }]])
    expect(read([stored]).chats[0]?.name).toBe('Sums')
  })

  test('kinds of contents that are unknown are named, and the rest is read', () => {
    const messages = {
      ...node('q', null, 'user', [
        { type: 'text', text: 'What is said?' },
        { type: 'input_audio', input_audio: {} },
      ]),
      ...node('a', 'q', 'assistant', `${details('reasoning', 'Hm.')}${details('hologram', 'x')}Four.`, {
        output: [{ type: 'message' }, { type: 'web_map', id: 'm' }],
      }),
      ...node('t', 'a', 'tool', [{ type: 'of_no_interest' }]),
    }
    const found = read([chat(messages, 't')])
    expect(found.unread).toEqual(['input_audio', 'web_map', 'hologram'])
    expect(found.chats[0]?.turns).toMatchObject([{ queryText: 'What is said?', responseText: 'Four.' }])
  })

  test('sources are listed by the numbers that the answer cites', () => {
    const sources = [
      {
        source: { name: 'handbook.pdf', id: 'f1' },
        document: ['…', '…'],
        metadata: [{ source: 'handbook.pdf', name: 'handbook.pdf' }, { source: 'handbook.pdf' }],
      },
      { source: { name: 'Rules', url: 'https://example.org/r' }, document: ['…'], metadata: [{}] },
    ]
    const messages = {
      ...node('q', null, 'user', 'Q'),
      ...node('a', 'q', 'assistant', 'So it is [1][2].', { sources }),
    }
    expect(turnsOf([chat(messages, 'a')])[0]?.[0]?.responseText).toBe(
      'So it is [1][2].\n\n[1] handbook.pdf  \n[2] [Rules](https://example.org/r)',
    )
  })

  test('an answer that has only its steps', () => {
    const output = [
      { type: 'reasoning', content: [{ type: 'output_text', text: '15 × 17 = 255' }], summary: null },
      { type: 'function_call', name: 'sum', arguments: '{}' },
      { type: 'function_call_output', output: [{ type: 'input_text', text: '255' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is 255.' }] },
    ]
    const messages = {
      ...node('q', null, 'user', 'Q'),
      ...node('a', 'q', 'assistant', '', { output, model: 'r1' }),
    }
    expect(turnsOf([chat(messages, 'a')])).toMatchObject([
      [{ responseText: 'It is 255.', reasoningText: '15 × 17 = 255', modelName: 'r1' }],
    ])
  })

  test('the list of the first versions', () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Q' }, { type: 'image_url' }] },
      { role: 'assistant', content: 'A' },
      { role: 'system', content: 'S' },
    ]
    expect(turnsOf([{ title: 'Old', chat: { messages } }])).toMatchObject([
      [{ queryText: 'Q', responseText: 'A' }],
    ])
  })
})

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

describe('DeepSeek', () => {
  const at = '2026-05-01T10:00:00.000000+08:00'
  const node = (id: string, parent: string | null, children: string[], message: object | null) => ({
    [id]: { id, parent, children, message },
  })
  const fragment = (type: string, content: string) => ({ type, content })

  test('questions, thoughts and answers are read; searches are not', () => {
    const found = read([
      {
        id: 'c',
        title: 'Boats',
        inserted_at: at,
        updated_at: at,
        mapping: {
          ...node('root', null, ['1'], null),
          ...node('1', 'root', ['2'], {
            files: [{ file_name: 'boat.pdf' }],
            model: 'deepseek-chat',
            inserted_at: at,
            fragments: [fragment('REQUEST', 'Do boats float?')],
          }),
          ...node('2', '1', ['3'], {
            files: [],
            model: 'deepseek-reasoner',
            fragments: [
              fragment('SEARCH', ''),
              fragment('THINK', 'Wood is light.'),
              fragment('RESPONSE', 'They do.'),
              fragment('HOLOGRAM', 'x'),
            ],
          }),
          ...node('3', '2', ['4'], { fragments: [fragment('REQUEST', 'All?')] }),
          ...node('4', '3', [], { model: 'deepseek-chat', fragments: [fragment('RESPONSE', 'Most.')] }),
        },
      },
    ])
    expect(found.chats).toEqual([
      {
        name: 'Boats',
        created: '2026-05-01T02:00:00.000Z',
        modified: '2026-05-01T02:00:00.000Z',
        turns: [
          {
            queryText: 'Do boats float?\n\n📎 boat.pdf',
            responseText: 'They do.',
            reasoningText: 'Wood is light.',
            modelName: 'deepseek-reasoner',
            created: '2026-05-01T02:00:00.000Z',
          },
          { queryText: 'All?', responseText: 'Most.', modelName: 'deepseek-chat' },
        ],
      },
    ])
    expect(found.unread).toEqual(['HOLOGRAM'])
  })
})
