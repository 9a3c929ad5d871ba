import { describe, expect, test } from 'vitest'
import type { Engine } from '#engines/engine.ts'
import { assemble } from './assemble.ts'
import { question } from './question.ts'
import type { ContextSource, PromptPart } from './source.ts'
import { estimateTokens } from '@polylogue/retrieval/tokens'
import type { Question } from './turn.ts'

/** A question to a model with this context size, half of which is reserved for the answer. */
function asked(contextLength: number): Question {
  const engine = { kind: 'openai' } as Engine
  return {
    viewer: { kind: 'visitor', chatbotId: 1, sessionId: 's' },
    choices: { datasourceId: 0, amountOfChunks: 5, custInstWhoId: 0, custInstRespondId: 0 },
    tabId: 1,
    isFirst: false,
    replacesId: null,
    shown: null,
    prompt: 'Why?',
    isConfidential: false,
    attachments: [],
    options: {},
    language: 'en',
    reserve: () => true,
    model: {
      engine,
      tagId: 1,
      engineName: 'm',
      fullName: 'm:latest',
      providerName: 'p',
      providerId: 1,
      providerTypeId: 1,
      kind: 'ollama',
      atOnce: null,
      hosts: 1,
      modelId: 1,
      modelName: 'm',
      tagName: 'latest',
      capabilities: [],
      contextLength,
      images: false,
      isLocal: true,
      streams: true,
    },
  }
}

/** A source that returns one part and records its budget. */
function bringing(part: PromptPart): ContextSource & { budget: number } {
  const source = {
    name: 'test',
    budget: NaN,
    gather(_: Question, budget: number) {
      source.budget = budget
      return Promise.resolve(part)
    },
  }
  return source
}

const passage = (title: string, quote: string) => ({ title, quote, uri: `/media/${title}` })

describe('a prompt', () => {
  test('starts with one system message of all sources’ texts in order, deducted from the token budget', async () => {
    const messages = [
      { role: 'user' as const, text: 'Earlier' },
      { role: 'assistant' as const, text: 'Yes' },
    ]
    const who = bringing({ system: 'I am a baker.' })
    const history = bringing({ messages, tokens: 11 })
    const respond = bringing({ system: 'Answer in verse.' })
    const none = bringing({})
    const last = bringing({})
    const made = await assemble(asked(1_000), [who, history, none, respond, last], question())
    expect(made.messages).toEqual([
      { role: 'system', text: 'I am a baker.\n\nAnswer in verse.' },
      ...messages,
      { role: 'user', text: 'Why?' },
    ])
    expect(who.budget).toBe(500 - estimateTokens('Why?'))
    expect(history.budget).toBe(who.budget - estimateTokens('I am a baker.'))
    expect(respond.budget).toBe(history.budget - 11)
    expect(last.budget).toBe(respond.budget - estimateTokens('Answer in verse.'))
    expect(made).toMatchObject({ sources: undefined, events: [], statistics: {} })
  })

  test('has no system message when no source provides text', async () => {
    const made = await assemble(asked(1_000), [bringing({ system: ' ' }), bringing({})], question())
    expect(made.messages).toEqual([{ role: 'user', text: 'Why?' }])
  })

  test('contains the numbered passages of all sources before the question and lists them as sources', async () => {
    const notice = { type: 'notice' as const, code: 'SEARCHED', params: { passages: 3 } }
    const one = bringing({ passages: [passage('a', 'First.')], events: [notice] })
    const two = bringing({
      passages: [{ ...passage('b', 'Second.'), place: 'page 2' }],
      statistics: { found: 2 },
    })
    const after = bringing({})
    const made = await assemble(asked(2_000), [one, two, after], question())
    const sources = [
      { id: 1, title: 'a', uri: '/media/a', quote: 'First.' },
      { id: 2, title: 'b', uri: '/media/b', place: 'page 2', quote: 'Second.' },
    ]
    expect(made.sources).toEqual(sources)
    expect(made.events).toEqual([{ type: 'sources', sources }, notice])
    expect(made.statistics).toEqual({ found: 2 })
    expect(made.messages).toHaveLength(1)
    const text = made.messages[0]?.text ?? ''
    expect(text).toContain('<passage number="1" title="a">\nFirst.\n</passage>')
    expect(text).toContain('<passage number="2" title="b" place="page 2">\nSecond.\n</passage>')
    expect(text.endsWith('\n\nWhy?')).toBe(true)
    expect(one.budget - after.budget).toBeGreaterThanOrEqual(
      estimateTokens(text) - estimateTokens('Why?') - 20,
    )
  })

  test('omits the last passages when the context window is full, and reports how many', async () => {
    const long = 'word '.repeat(200)
    const passages = ['a', 'b', 'c'].map((title) => passage(title, long))
    const made = await assemble(asked(1_200), [bringing({ passages })], question())
    expect(made.sources?.map(({ title }) => title)).toEqual(['a'])
    expect(made.statistics).toEqual({ passagesDropped: 2 })
  })
})
