import { describe, expect, test } from 'vitest'
import type { ImportedChats } from './formats.ts'
import { readParsed } from './read-file.ts'

const read = (file: unknown): ImportedChats => readParsed(JSON.parse(JSON.stringify(file)))

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
