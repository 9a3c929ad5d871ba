import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FoundChat, ImportedChats } from './formats.ts'
import { readFiles } from './read-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
interface Named {
  name: string
  bytes: Uint8Array
}
async function readAll(files: readonly Named[], textLimit?: number): Promise<ImportedChats> {
  const chats: FoundChat[] = []
  const all = files.map((file) => new File([file.bytes as Uint8Array<ArrayBuffer>], file.name))
  const rest = await readFiles(all, (some) => chats.push(...some), textLimit)
  return { chats, ...rest }
}
const readFile = (name: string, content: Uint8Array) => readAll([{ name, bytes: content }])
const own = (more: object = {}) => ({
  polylogue: 1,
  project: { name: 'Ausschreibung' },
  tab: { name: 'Tab 1' },
  messages: [
    {
      id: 1,
      turnId: 1,
      queryText: 'Q1',
      responseText: 'old',
      modelName: 'Llama',
      created: '2026-11-09T09:41:00.000Z',
      rating: 1,
      attachments: [],
    },
    {
      id: 3,
      turnId: 1,
      queryText: 'Q1',
      responseText: 'new',
      modelName: 'Llama',
      created: 'never',
      rating: 7,
      attachments: [{}],
    },
    { id: 2, turnId: 2, queryText: 'Q2', responseText: 'A2', reasoningText: 'hm', confidential: true },
    { id: 4, turnId: 4, queryText: ' ' },
    null,
  ],
  ...more,
})
const chatGpt = [
  {
    title: 'T',
    current_node: 'q',
    mapping: {
      q: { message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Q'] } } },
    },
  },
]

test('reads a chat downloaded from Polylogue with the newest version of each turn', async () => {
  expect(await readFile('chat.json', bytes(JSON.stringify(own())))).toEqual({
    chats: [
      {
        name: 'Ausschreibung',
        turns: [
          { queryText: 'Q1', responseText: 'new', reasoningText: '', modelName: 'Llama' },
          { queryText: 'Q2', responseText: 'A2', reasoningText: 'hm', modelName: '', confidential: true },
        ],
      },
    ],
    left: [],
    pictures: 1,
    changes: 0,
    unread: [],
  })
})

describe('pictures of ChatGPT’s ZIP file', () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1])
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 2])
  const message = (id: string, parent: string, role: string, parts: unknown[], metadata: object = {}) => ({
    [id]: {
      parent,
      message: { author: { role }, content: { content_type: 'multimodal_text', parts }, metadata },
    },
  })
  const pointer = (address: string) => ({ content_type: 'image_asset_pointer', asset_pointer: address })
  const attachments = [
    { id: 'file-Boat1', name: 'boat.png' },
    { id: 'file-List2', name: 'list.pdf' },
    { id: 'file-Fake3', name: 'fake.png' },
    { id: 'file-Huge4', name: 'huge.png' },
  ]
  const list = [
    {
      title: 'Boats',
      current_node: 'd',
      mapping: {
        ...message('a', '', 'user', [pointer('file-service://file-Boat1'), 'What is this?'], { attachments }),
        ...message('b', 'a', 'assistant', ['A boat.']),
        ...message('c', 'b', 'tool', [pointer('sediment://file_0000aa#page')]),
        ...message('d', 'c', 'user', [pointer('file-service://file-Gone5')]),
      },
    },
  ]
  const zip = zipSync({
    'conversations.json': bytes(JSON.stringify(list)),
    'file-Boat1-boat.png': png,
    'file-Fake3-fake.png': bytes('<html>'),
    'file-Huge4.dat': new Uint8Array(10_000_001),
    'user-1/file_0000aa-sanitized.dat': jpeg,
  })

  test('stand in their turns; others are named and counted', async () => {
    const { chats, pictures } = await readFile('export.zip', zip)
    const turns = chats[0]?.turns ?? []
    expect(turns.map(({ queryText }) => queryText)).toEqual([
      'What is this?\n\n📎 list.pdf\n\n📎 huge.png\n\n📎 fake.png',
      '…',
    ])
    expect(pictures).toBe(4)
    const shown = turns[0]?.pictures ?? []
    expect(shown.map(({ name, blob }) => [name, blob?.type])).toEqual([
      ['boat.png', 'image/png'],
      ['file_0000aa.jpeg', 'image/jpeg'],
    ])
    expect(new Uint8Array((await shown[0]?.blob?.arrayBuffer()) ?? [])).toEqual(png)
    expect(turns[1]?.pictures).toBeUndefined()
  })

  test('are at most ten of a turn', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `file-Many${at}`)
    const all = [
      {
        title: 'Many',
        current_node: 'a',
        mapping: message(
          'a',
          '',
          'user',
          many.map((id) => pointer(id)),
        ),
      },
    ]
    const found = await readFile(
      'export.zip',
      zipSync({
        'conversations.json': bytes(JSON.stringify(all)),
        ...Object.fromEntries(many.map((id) => [`${id}.png`, png])),
      }),
    )
    expect(found.chats[0]?.turns[0]?.pictures).toHaveLength(10)
    expect(found.pictures).toBe(2)
  })
})

test('reads ChatGPT’s list from a file with a byte order mark and from a ZIP file in parts', async () => {
  const list = JSON.stringify(chatGpt)
  expect((await readFile('conversations.json', bytes(`\ufeff${list}`))).chats).toHaveLength(1)
  const zip = zipSync({
    'user.json': bytes('{}'),
    'conversations-000.json': bytes(list),
    'x/conversations-001.json': bytes(list),
  })
  expect((await readFile('export.zip', zip)).chats).toHaveLength(2)
})

test('reads several files, and one list of a ZIP file without the others when they are damaged', async () => {
  const list = bytes(JSON.stringify(chatGpt))
  const files = [
    { name: 'conversations-000.json', bytes: list },
    { name: 'own.json', bytes: bytes(JSON.stringify(own())) },
    { name: 'notes.json', bytes: bytes('{"a":1}') },
  ]
  const found = await readAll(files)
  expect(found.chats.map(({ name }) => name)).toEqual(['T', 'Ausschreibung'])
  expect(found.left).toEqual([{ name: 'notes.json', why: 'noChat' }])
  const zip = zipSync({ 'conversations-000.json': list, 'conversations-001.json': bytes('[{"title"') })
  expect(await readFile('export.zip', zip)).toMatchObject({
    chats: [{ name: 'T' }],
    left: [{ name: 'conversations-001.json', why: 'json' }],
  })
})

test('reads a ZIP file of chats with other names', async () => {
  const zip = zipSync({ 'a/Boats.json': bytes(JSON.stringify(own())), 'user.json': bytes('{}') })
  expect((await readFile('chats.zip', zip)).chats).toHaveLength(1)
})

describe('reports why a file cannot be read', () => {
  const whole = zipSync({ 'conversations.json': bytes(JSON.stringify(chatGpt)) })
  test.each([
    ['type', 'notes.txt', bytes('hello')],
    ['json', 'chat.json', bytes('{"polylogue":')],
    ['json', 'chat.json', new Uint8Array([0x7b, 0xff, 0xfe])],
    ['json', 'empty.json', new Uint8Array()],
    ['zip', 'export.zip', whole.slice(0, 60)],
    ['noConversations', 'export.zip', zipSync({ 'user.json': bytes('{}') })],
    ['unknown', 'other.json', bytes('{"a":1}')],
    ['unknown', 'list.json', bytes('[1,2]')],
    ['unknown', 'chat.json', bytes('{"polylogue":1}')],
    ['version', 'chat.json', bytes(JSON.stringify(own({ polylogue: 2 })))],
    ['none', 'chat.json', bytes(JSON.stringify(own({ messages: [] })))],
    ['none', 'chats.json', bytes('[{"mapping":{}}]')],
  ])('%s: %s', async (wrong, name, content) => {
    await expect(readFile(name, content)).rejects.toMatchObject({ wrong })
  })
})

/** Returns a file that makes its bytes when they are read. */
function endless(name: string, parts: () => Generator<Uint8Array>, size: number): File {
  const file = new File([], name)
  const stream = () => {
    const all = parts()
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const { done, value } = all.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
  }
  return Object.defineProperties(file, { size: { value: size }, stream: { value: stream } })
}

describe('large files', () => {
  test('a list of 320 MB is read chat by chat, in little memory', async () => {
    const ballast = 'x'.repeat(1_000_000)
    function* list() {
      for (let n = 0; n < 320; n++) {
        const [one] = chatGpt
        const chat = { ...one, title: `T${n}`, moderation_results: [ballast] }
        yield bytes(`${n === 0 ? '[' : ','}${JSON.stringify(chat)}`)
      }
      yield bytes(']')
    }
    const before = process.memoryUsage().rss
    let most = 0
    const names: string[] = []
    await readFiles([endless('conversations.json', list, 320_000_000)], (chats) => {
      for (const { name } of chats) names.push(name)
      most = Math.max(most, process.memoryUsage().rss - before)
    })
    expect(names).toEqual(Array.from({ length: 320 }, (_, n) => `T${n}`))
    expect(most).toBeLessThan(250_000_000)
  }, 30_000)

  test('a file that was cut off gives the chats before the cut, and says so', async () => {
    const list = JSON.stringify([...chatGpt, ...chatGpt])
    expect(await readFile('conversations.json', bytes(list.slice(0, -20)))).toMatchObject({
      chats: [{ name: 'T' }],
      left: [{ name: 'conversations.json', why: 'json' }],
    })
  })

  test('more text than fits, and more bytes than can be read, are refused with their reasons', async () => {
    const list = [{ name: 'conversations.json', bytes: bytes(JSON.stringify([...chatGpt, ...chatGpt])) }]
    expect((await readAll(list, 2)).chats).toHaveLength(2)
    await expect(readAll(list, 1)).rejects.toMatchObject({ wrong: 'texts' })
    const huge = endless('conversations.json', function* () {}, 4_000_000_001)
    await expect(readFiles([huge], () => undefined)).rejects.toMatchObject({ wrong: 'size' })
  })
})

describe('pictures written into the texts of Open WebUI', () => {
  const PNG = 'iVBORw0KGgo='
  const chat = (messages: object[]) => [{ title: 'Boats', chat: { messages } }]
  const turnsOf = async (messages: object[]) => {
    const found = await readFile('chats.json', bytes(JSON.stringify(chat(messages))))
    return { turns: found.chats[0]?.turns ?? [], pictures: found.pictures }
  }

  test('become pictures of their question; uploaded files and damaged ones are named', async () => {
    const { turns, pictures } = await turnsOf([
      {
        role: 'user',
        content: 'What is this?',
        files: [
          { type: 'image', url: `data:image/png;base64,${PNG}` },
          { type: 'image', url: 'data:image/png;base64,PGh0bWw+', name: 'fake.png' },
          { type: 'image', url: '3f1c9a', name: 'uploaded.png', content_type: 'image/png' },
          { type: 'file', file: { filename: 'list.pdf' }, url: '/api/v1/files/1' },
        ],
      },
      {
        role: 'assistant',
        content: `A boat: ![boat](data:image/png;base64,${PNG})`,
        files: [{ type: 'image', url: '/cache/image/generations/1.png' }],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
      },
    ])
    expect(turns.map(({ queryText, responseText }) => [queryText, responseText])).toEqual([
      ['What is this?\n\n📎 fake.png\n\n📎 uploaded.png\n\n📎 list.pdf', 'A boat:'],
      ['And this?', ''],
    ])
    const shown = turns.map((turn) =>
      (turn.pictures ?? []).map(({ name, blob }) => [name, blob?.type, blob?.size]),
    )
    expect(shown).toEqual([
      [
        ['picture.png', 'image/png', 8],
        ['boat.png', 'image/png', 8],
      ],
      [['picture.png', 'image/png', 8]],
    ])
    expect(pictures).toBe(4)
  })
})
