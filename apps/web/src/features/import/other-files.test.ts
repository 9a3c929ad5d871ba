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
